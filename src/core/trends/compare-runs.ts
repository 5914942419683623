import { z } from 'zod'
import type { EntityChanges, Summary } from '../../metrics/definitions.ts'
import type { Scope } from '../../metrics/scopes.ts'
import { authorize, requireProjectId } from '../access/authorize.ts'
import type { BatchRecord } from '../batches/row.ts'
import { isFinal } from '../foundation/batch-status.ts'
import type { Ctx } from '../foundation/context.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { loadRun } from '../measurements/adjacent-runs.ts'
import type { ComparedFigures, ComparedRun, RunComparison } from '../measurements/comparison.ts'
import { comparisonsOf } from '../measurements/metric-rows.ts'
import { readLatestRuns } from '../runs/list.ts'
import { readRun } from '../runs/read.ts'
import { readPreviousRuns } from '../runs/read-adjacent.ts'
import { metricsValue, type RunMetrics, readRunMetrics, runMetricsId } from './run-metrics.ts'

/** Metrics of one part in two runs, with their comparison. */
export interface ComparedPart extends Scope {
  now: Summary
  /** Null if there is no other run, or if it does not have this part. */
  before: Summary | null
  comparison: RunComparison
  /** Changes of all metrics of each entity; null for locations and tags. */
  changes: EntityChanges[] | null
}

/** Comparison of two runs of a project. */
export interface ComparedRuns {
  run: BatchRecord
  /** The run to compare with; null if there is none with results. */
  other: BatchRecord | null
  /** Empty unless the run has ended with results. */
  parts: ComparedPart[]
}

const inputSchema = z.strictObject({
  runId: z.string('must be a text').optional(),
  otherRunId: z.string('must be a text').optional(),
})

/**
 * Compares a run with another run, part by part. The default run is the latest ended run of the key's project, and the
 * default other run is the previous one. Comparisons that were stored when the run ended are read; all others are
 * computed from the results, which may take a second. Returns null if no run is given and none has ended.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST, including for another run that has not ended;
 *   NOT_FOUND
 */
export async function compareRuns({
  ctx,
  input: { by, ...runIds },
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema> & { by: Scope['scope'] }
}): Promise<ComparedRuns | null> {
  authorize(ctx, 'runs:read')
  const { runId, otherRunId } = parse(inputSchema, runIds)
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
    parts: (parts ?? []).map(({ scope, value, summary, comparison, changes }) => ({
      scope,
      value,
      now: summary,
      before: before.get(value) ?? null,
      ...(comparisons?.get(value) ?? { comparison, changes }),
    })),
  }
}

async function latestRun(ctx: Ctx): Promise<BatchRecord | null> {
  const [latest = null] = await readLatestRuns({ ctx, input: { ids: [requireProjectId(ctx)] } })
  return latest
}

const partsSchema = z.strictObject({
  id: z.string('must be a text'),
  runId: z.string('must be a text'),
  value: z.string('must be a text').optional(),
})

/**
 * Returns the parts of a run like `readRunMetrics`, but compared with any other run of its project (`runId`). Returns
 * all parts of one kind, or only the part with the given value. The comparison is computed from the results, which may
 * take a second, unless the two runs were compared when the first one ended. Empty unless the run has ended with
 * results.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST on `runId` if it is the run itself, a run of another
 *   project or a run without results; INVALID_PROVIDER on `value`; NOT_FOUND
 */
export async function compareParts({
  ctx,
  input: { by, ...request },
}: {
  ctx: Ctx
  input: z.input<typeof partsSchema> & { by: Scope['scope'] }
}): Promise<RunMetrics[]> {
  authorize(ctx, 'runs:read')
  const { id, runId, value } = parse(partsSchema, request)
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

/** Returns the other run. `field` contains its id, keyed by the name of the input field for error messages. */
async function readOther(ctx: Ctx, run: BatchRecord, field: Record<string, string>): Promise<BatchRecord> {
  const [[fieldName, runId] = ['', '']] = Object.entries(field)
  const other = await readRun({ ctx, input: { runId } })
  if (other.id === run.id) throw badFields({ [fieldName]: 'is the run itself; choose another run' })
  if (other.projectId !== run.projectId)
    throw badFields({ [fieldName]: 'is a run of another project; choose a run of the same project' })
  if (!isFinal(other.status) || other.status === 'failed')
    throw badFields({ [fieldName]: `has no results to compare with; its status is ${other.status}` })
  return other
}

/** Compares the parts of the first run with the second run. Returns the comparisons by value of the part. */
async function computeComparisons(
  ctx: Ctx,
  [run, other]: readonly [BatchRecord, BatchRecord],
  by: Scope['scope'],
): Promise<Map<string, ComparedFigures>> {
  const [current, previous] = await Promise.all([load(ctx, run), load(ctx, other)])
  return comparisonsOf(current, previous, by)
}

async function load({ db }: Ctx, { id }: BatchRecord): Promise<ComparedRun> {
  const row = await db.prisma.batch.findUniqueOrThrow({
    where: { id },
    select: { id: true, extractionRevision: true, snapshot: true },
  })
  return loadRun(db, row)
}
