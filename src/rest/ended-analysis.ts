import type { BatchRecord } from '../core/batches/row.ts'
import type { Ctx } from '../core/context.ts'
import { type ResultRecord, readResults } from '../core/results/read.ts'
import { showEndedAnalysis, showResult } from './show.ts'

/** Results held at a time; raw artifacts may be a hundred times as large as the rest. */
const PAGE = 500
const PAGE_WITH_RAW = 25

/**
 * The body for an analysis that has ended, as JSON in pieces: ten thousand results are never held at once.
 * The first piece is read here, so that a failing database still results in an error status.
 */
export async function endedAnalysis(
  ctx: Ctx,
  analysis: BatchRecord,
  { includeRaw }: { includeRaw: boolean },
): Promise<ReadableStream<Uint8Array>> {
  const limit = includeRaw ? PAGE_WITH_RAW : PAGE
  const include = { answer: true, raw: includeRaw }
  const read = (after: number) => readResults(ctx, analysis.id, { after, limit, include })
  const show = (record: ResultRecord) => JSON.stringify(showResult(record, include))
  const first = await read(-1)

  async function* pieces(): AsyncGenerator<string> {
    // The object stays open for the results.
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

/** Pieces of text as a stream of bytes that is read no faster than it is sent; a failure breaks the connection. */
function streamOf(
  pieces: AsyncGenerator<string>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        onError(error)
        controller.error(error)
      }
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
