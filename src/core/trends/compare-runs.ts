import { z } from 'zod'
import type { Summary } from '../../metrics/definitions.ts'
import type { Scope } from '../../metrics/scopes.ts'
import { authorize, projectOf } from '../authorize.ts'
import { isFinal } from '../batch-status.ts'
import type { BatchRecord } from '../batches/row.ts'
import type { Ctx } from '../context.ts'
import { loadRun } from '../measurements/adjacent-runs.ts'
import type { ComparedFigures, ComparedRun, RunComparison } from '../measurements/comparison.ts'
import { comparisonsOf } from '../measurements/metric-rows.ts'
import { badFields, parse } from '../parse.ts'
import { readLatestRuns } from '../runs/list.ts'
import { readRun } from '../runs/read.ts'
import { readPreviousRuns } from '../runs/read-adjacent.ts'
import { metricsValue, type RunMetrics, readRunMetrics, runMetricsId } from './run-metrics.ts'

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
  const other =
    otherRunId === undefined ? await readPrevious(ctx, run) : await readOther(ctx, run, { otherRunId })
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
      comparison: comparisons?.get(value)?.comparison ?? comparison,
    })),
  }
}

async function latestRun(ctx: Ctx): Promise<BatchRecord | null> {
  const [latest = null] = await readLatestRuns({ ctx, input: { ids: [projectOf(ctx)] } })
  return latest
}

const partsSchema = z.strictObject({
  id: z.string('must be a text'),
  runId: z.string('must be a text'),
  value: z.string('must be a text').optional(),
})

/**
 * The parts of a run, as `readRunMetrics` gives them, but compared with any other run of its project (`runId`): all of one kind, or the one
 * with a value. Computed from the results, which may take a second, unless the two runs were compared when the first one ended. None
 * unless the run has ended with results.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST on `runId` for a run of another project, without results, or the run itself;
 * INVALID_PROVIDER on `value`; NOT_FOUND
 */
export async function compareParts({
  ctx,
  input: { by, ...named },
}: {
  ctx: Ctx
  input: z.input<typeof partsSchema> & { by: Scope['scope'] }
}): Promise<RunMetrics[]> {
  authorize(ctx, 'runs:read')
  const { id, runId, value } = parse(partsSchema, named)
  const wanted = value === undefined || by === 'all' ? null : metricsValue(ctx, by, value)
  const run = await readRun({ ctx, input: { runId: id } })
  const other = await readOther(ctx, run, { runId })
  const [parts] = await readRunMetrics({ ctx, input: { ids: [runMetricsId(id, by)] } })
  const shown = (parts ?? []).filter((part) => wanted === null || part.value === wanted)
  if (shown.every(({ comparison }) => comparison.previousRunId === other.id)) return shown
  const computed = await computeComparisons(ctx, [run, other], by)
  return shown.map((part) => ({ ...part, ...computed.get(part.value) }))
}

async function readPrevious(ctx: Ctx, { id }: BatchRecord): Promise<BatchRecord | null> {
  const [previous = null] = await readPreviousRuns({ ctx, input: { ids: [id] } })
  return previous
}

/** The other run; `named` has its id under the name that the caller knows it by. */
async function readOther(ctx: Ctx, run: BatchRecord, named: Record<string, string>): Promise<BatchRecord> {
  const [[field, runId] = ['', '']] = Object.entries(named)
  const other = await readRun({ ctx, input: { runId } })
  if (other.id === run.id) throw badFields({ [field]: 'is the run itself; name another one' })
  if (other.projectId !== run.projectId)
    throw badFields({ [field]: 'is a run of another project; name one of the same project' })
  if (!isFinal(other.status) || other.status === 'failed')
    throw badFields({ [field]: `has no figures to compare with: it is ${other.status}` })
  return other
}

/** How the parts of the first of two runs compare with those of the second, by the value of the part. */
async function computeComparisons(
  ctx: Ctx,
  [run, other]: readonly [BatchRecord, BatchRecord],
  by: Scope['scope'],
): Promise<Map<string, ComparedFigures>> {
  return comparisonsOf(await load(ctx, run), await load(ctx, other), by)
}

async function load({ db }: Ctx, { id }: BatchRecord): Promise<ComparedRun> {
  const row = await db.prisma.batch.findUniqueOrThrow({
    where: { id },
    select: { id: true, extractionRevision: true, snapshot: true },
  })
  return loadRun(db, row)
}
