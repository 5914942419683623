import { readAsyncAnalysis } from '../async-analyses/read.ts'
import { authorize, projectOf } from '../authorize.ts'
import type { BatchRecord } from '../batches/row.ts'
import type { Ctx } from '../context.ts'
import { itemsAfter } from '../page.ts'
import { badFields } from '../parse.ts'
import { readLatestRuns } from '../runs/list.ts'
import { readRun } from '../runs/read.ts'
import { snapshotSchema } from '../snapshot.ts'
import { canonicalKey } from '../text.ts'
import type { ResultsFilter } from './filter.ts'
import { checkResultsFilter } from './matching.ts'
import { pageResults } from './page.ts'
import type { ResultInclude, ResultRecord } from './read.ts'

/** The results of a run or an async analysis that meet a filter, in their order. */
export interface OpenedResults {
  batch: BatchRecord
  /** At most `limit` of those that are there by now, after the one with this ordinal; from the front for null. */
  read(after: number | null, limit: number): Promise<ResultRecord[]>
}

/**
 * Finds the batch whose results are wanted: a run, an async analysis, or without either the run of the key's project that ended
 * last. Null where no run has ended. Its results can be read meanwhile: those of a batch in progress grow.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED without an analysis; BAD_REQUEST; INVALID_PROVIDER; NOT_FOUND
 */
export async function openResults({
  ctx,
  input: { runId, analysisId, filter: given, competitor, include = {} },
}: {
  ctx: Ctx
  input: {
    runId?: string | undefined
    analysisId?: string | undefined
    filter: ResultsFilter
    /** The name or the id of a competitor that the answers must name. */
    competitor?: string | undefined
    include?: ResultInclude
  }
}): Promise<OpenedResults | null> {
  authorize(ctx, analysisId === undefined ? 'runs:read' : 'analysis:read')
  if (runId !== undefined && analysisId !== undefined)
    throw badFields({ analysisId: 'give runId or analysisId, not both' })
  checkResultsFilter(ctx, given)
  const batch = await find(ctx, { runId, analysisId })
  if (!batch) return null
  const named = competitor === undefined ? undefined : await competitorId(ctx, batch, competitor)
  const filter = { ...given, competitorId: named }
  return {
    batch,
    async read(after, limit) {
      const page = itemsAfter(after === null ? null : `0~${after}`, limit)
      const [found = []] = await pageResults({
        ctx,
        input: { ids: [batch.id], filter, order: 'run', page, include, runs: batch.kind === 'run' },
      })
      return found
    },
  }
}

async function find(
  ctx: Ctx,
  { runId, analysisId }: { runId: string | undefined; analysisId: string | undefined },
): Promise<BatchRecord | null> {
  if (analysisId !== undefined) return readAsyncAnalysis({ ctx, input: { analysisId, summary: false } })
  if (runId !== undefined) return readRun({ ctx, input: { runId } })
  const [latest = null] = await readLatestRuns({ ctx, input: { ids: [projectOf(ctx)] } })
  return latest
}

/**
 * The id of a competitor of a batch, by its name or its id.
 * @throws {AppError} BAD_REQUEST on `competitor`
 */
async function competitorId({ db }: Ctx, { id }: BatchRecord, competitor: string): Promise<string> {
  const row = await db.prisma.batch.findUniqueOrThrow({ where: { id }, select: { snapshot: true } })
  const { competitors } = snapshotSchema.parse(row.snapshot)
  const key = canonicalKey(competitor)
  const found = competitors.find((one) => one.id === key || canonicalKey(one.name) === key)
  if (found) return found.id
  const known = competitors.map(({ name }) => name).join(', ') || 'none'
  throw badFields({ competitor: `is not tracked there; tracked are: ${known}` })
}
