import { authorize, requireProjectId } from '../access/authorize.ts'
import { readAsyncAnalysis } from '../async-analyses/read.ts'
import type { BatchRecord } from '../batches/row.ts'
import { snapshotSchema } from '../brands/snapshot.ts'
import type { Ctx } from '../foundation/context.ts'
import { itemsAfter } from '../foundation/page.ts'
import { badFields } from '../foundation/parse.ts'
import { canonicalKey } from '../foundation/text.ts'
import { readLatestRuns } from '../runs/list.ts'
import { readRun } from '../runs/read.ts'
import type { ResultsFilter } from './filter.ts'
import { checkResultsFilter } from './filter-sql.ts'
import { pageResults } from './page.ts'
import type { ResultInclude, ResultRecord } from './read.ts'

/** The filtered results of a run or an async analysis. */
export interface OpenedResults {
  batch: BatchRecord
  /** Id of the competitor that the answers must name; undefined if there is none. */
  competitorId: string | undefined
  /** Reads up to `limit` of the results so far, starting after the ordinal `after`, or from the start if it is null. */
  read(after: number | null, limit: number): Promise<ResultRecord[]>
}

/**
 * Finds a run or an async analysis and returns a reader for its filtered results. By default this is the latest ended
 * run of the key's project, or null if no run has ended. A batch in progress can be read repeatedly and returns the
 * results so far.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED without an analysis; BAD_REQUEST; INVALID_PROVIDER; NOT_FOUND
 */
export async function openResults({
  ctx,
  input: { runId, analysisId, filter: requestedFilter, competitor, include = {} },
}: {
  ctx: Ctx
  input: {
    runId?: string | undefined
    analysisId?: string | undefined
    filter: ResultsFilter
    /** Name or id of a competitor that the answers must name. */
    competitor?: string | undefined
    include?: ResultInclude
  }
}): Promise<OpenedResults | null> {
  authorize(ctx, analysisId === undefined ? 'runs:read' : 'analysis:read')
  if (runId !== undefined && analysisId !== undefined)
    throw badFields({ analysisId: 'must not be combined with runId' })
  checkResultsFilter(ctx, requestedFilter)
  const batch = await findBatch(ctx, { runId, analysisId })
  if (!batch) return null
  const competitorId = competitor === undefined ? undefined : await findCompetitorId(ctx, batch, competitor)
  const filter = { ...requestedFilter, competitorId }
  return {
    batch,
    competitorId,
    async read(after, limit) {
      const page = itemsAfter(after === null ? null : `0~${after}`, limit)
      const [results = []] = await pageResults({
        ctx,
        input: { ids: [batch.id], filter, order: 'run_asc', page, include, runs: batch.kind === 'run' },
      })
      return results
    },
  }
}

async function findBatch(
  ctx: Ctx,
  { runId, analysisId }: { runId: string | undefined; analysisId: string | undefined },
): Promise<BatchRecord | null> {
  if (analysisId !== undefined) return readAsyncAnalysis({ ctx, input: { analysisId, summary: false } })
  if (runId !== undefined) return readRun({ ctx, input: { runId } })
  const [latest = null] = await readLatestRuns({ ctx, input: { ids: [requireProjectId(ctx)] } })
  return latest
}

/**
 * Returns the id of a batch's competitor by name or id.
 * @throws {AppError} BAD_REQUEST on `competitor`
 */
async function findCompetitorId({ db }: Ctx, { id }: BatchRecord, competitor: string): Promise<string> {
  const row = await db.prisma.batch.findUniqueOrThrow({ where: { id }, select: { snapshot: true } })
  const { competitors } = snapshotSchema.parse(row.snapshot)
  const key = canonicalKey(competitor)
  const match = competitors.find(({ id, name }) => id === key || canonicalKey(name) === key)
  if (match) return match.id
  const tracked = competitors.map(({ name }) => name).join(', ') || 'none'
  throw badFields({ competitor: `is not a tracked competitor; tracked competitors: ${tracked}` })
}
