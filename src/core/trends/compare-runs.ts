import { z } from 'zod'
import type { Summary } from '../../metrics/definitions.ts'
import type { Scope } from '../../metrics/scopes.ts'
import { authorize, projectOf } from '../authorize.ts'
import { isFinal } from '../batch-status.ts'
import type { BatchRecord } from '../batches/row.ts'
import type { Ctx } from '../context.ts'
import { loadRun } from '../measurements/adjacent-runs.ts'
import type { ComparedRun, RunComparison } from '../measurements/comparison.ts'
import { metricRowsOf, metricsFromRows } from '../measurements/metric-rows.ts'
import { badFields, parse } from '../parse.ts'
import { readLatestRuns } from '../runs/list.ts'
import { readRun } from '../runs/read.ts'
import { readPreviousRuns } from '../runs/read-adjacent.ts'
import { readRunMetrics, runMetricsId } from './run-metrics.ts'

/** A part of two runs: its figures in both, and how they compare. */
export interface ComparedPart extends Scope {
  now: Summary
  /** Null where the other run has no such part, and without another run. */
  before: Summary | null
  comparison: RunComparison
}

/** Two runs of a project, compared. */
export interface ComparedRuns {
  run: BatchRecord
  /** Null where there is none with results. */
  other: BatchRecord | null
  /** None unless the run has ended with results. */
  parts: ComparedPart[]
}

const inputSchema = z.strictObject({
  runId: z.string('must be a text').optional(),
  otherRunId: z.string('must be a text').optional(),
})

/**
 * Compares a run, by default the one of the key's project that ended last, with the run before it or with a named one, part by
 * part. What was compared when the run ended is read; anything else is computed from the results, which may take a second. Null
 * while no run has ended and none is named.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST, also for another run that has not ended; NOT_FOUND
 */
export async function compareRuns({
  ctx,
  input: { by, ...named },
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema> & { by: Scope['scope'] }
}): Promise<ComparedRuns | null> {
  authorize(ctx, 'runs:read')
  const { runId, otherRunId } = parse(inputSchema, named)
  const run = runId === undefined ? await latestRun(ctx) : await readRun({ ctx, input: { runId } })
  if (!run) return null
  const other = await readOther(ctx, run, otherRunId)
  const [parts, partsBefore] = await readRunMetrics({
    ctx,
    input: { ids: [runMetricsId(run.id, by), ...(other ? [runMetricsId(other.id, by)] : [])] },
  })
  const before = new Map(partsBefore?.map(({ value, summary }) => [value, summary]))
  const isStored = parts?.every(({ comparison }) => comparison.previousRunId === (other?.id ?? null)) ?? true
  const comparisons = isStored || !other ? null : await computeComparisons(ctx, [run, other], by)
  return {
    run,
    other,
    parts: (parts ?? []).map(({ scope, value, summary, comparison }) => ({
      scope,
      value,
      now: summary,
      before: before.get(value) ?? null,
      comparison: comparisons?.get(value) ?? comparison,
    })),
  }
}

async function latestRun(ctx: Ctx): Promise<BatchRecord | null> {
  const [latest = null] = await readLatestRuns({ ctx, input: { ids: [projectOf(ctx)] } })
  return latest
}

async function readOther(
  ctx: Ctx,
  run: BatchRecord,
  otherRunId: string | undefined,
): Promise<BatchRecord | null> {
  if (otherRunId === undefined) {
    const [previous = null] = await readPreviousRuns({ ctx, input: { ids: [run.id] } })
    return previous
  }
  const other = await readRun({ ctx, input: { runId: otherRunId } })
  if (other.id === run.id) throw badFields({ otherRunId: 'is the run itself; name another one' })
  if (!isFinal(other.status) || other.status === 'failed')
    throw badFields({ otherRunId: `has no figures to compare with: it is ${other.status}` })
  return other
}

/** How the parts of the first of two runs compare with those of the second, by the value of the part. */
async function computeComparisons(
  ctx: Ctx,
  [run, other]: readonly [BatchRecord, BatchRecord],
  by: Scope['scope'],
): Promise<Map<string, RunComparison>> {
  const rows = await metricRowsOf(await load(ctx, run), await load(ctx, other))
  const ofKind = rows.filter(({ scope }) => scope === by)
  return new Map(
    [...new Set(ofKind.map(({ value }) => value))].flatMap((value) => {
      const metrics = metricsFromRows(ofKind.filter((row) => row.value === value))
      return metrics ? [[value, metrics.comparison] as const] : []
    }),
  )
}

async function load({ db }: Ctx, { id }: BatchRecord): Promise<ComparedRun> {
  const row = await db.prisma.batch.findUniqueOrThrow({
    where: { id },
    select: { id: true, extractionRevision: true, snapshot: true },
  })
  return loadRun(db, row)
}
