import type { BatchRecord } from '../../core/batches/row.ts'
import type { AppCtx } from '../../core/context.ts'
import { type ResultRecord, readResults } from '../../core/results/read.ts'
import { showEndedAnalysis, showResult } from './show.ts'
import { streamOf } from './stream.ts'

/** Number of results in memory at a time. Raw artifacts can be a hundred times as large as the rest of a result. */
const PAGE = 500
const PAGE_WITH_RAW = 25

/**
 * Returns the body for an ended analysis as a JSON stream, to avoid having ten thousand results in memory. Reads the
 * first page before returning, so that a database error still produces an error status.
 */
export async function endedAnalysis(
  ctx: AppCtx,
  analysis: BatchRecord,
  { includeRaw }: { includeRaw: boolean },
): Promise<ReadableStream<Uint8Array>> {
  const limit = includeRaw ? PAGE_WITH_RAW : PAGE
  const include = { answer: true, raw: includeRaw }
  const read = (after: number) => readResults(ctx, analysis.id, { after, limit, include })
  const show = (record: ResultRecord) => JSON.stringify(showResult(record, include))
  const first = await read(-1)

  async function* pieces(): AsyncGenerator<string> {
    // The object is closed after the results.
    yield `{"data":${JSON.stringify(showEndedAnalysis(analysis)).slice(0, -1)},"results":[`
    let page = first
    while (page.length > 0) {
      yield `${page === first ? '' : ','}${page.map(show).join(',')}`
      const last = page.at(-1)
      page = last && page.length === limit ? await read(last.ordinal) : []
    }
    yield ']}}'
  }
  return streamOf(pieces(), (error) => {
    ctx.deps.logger.error({ error, requestId: ctx.requestId }, 'response broken off')
  })
}
