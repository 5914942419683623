import type { BatchRecord } from '../core/batches/row.ts'
import type { OpenedResults } from '../core/results/open.ts'
import type { ResultRecord } from '../core/results/read.ts'
import { positionIn, readPage } from './page.ts'

/**
 * A page of the results of a batch. Cursors contain which batch it is, so that all pages are of the same one although another run
 * ends meanwhile. Null where there is no batch.
 * @param open opens the results of the batch with this id, or of the one that is wanted where it is undefined
 */
export async function readResultsPage<Shown>({
  name,
  cursor,
  most,
  open,
  show,
}: {
  name: string
  cursor: string | undefined
  most?: number
  open(batchId: string | undefined): Promise<OpenedResults | null>
  show(result: ResultRecord): Shown
}): Promise<{ batch: BatchRecord; results: Shown[]; nextCursor: string | null } | null> {
  const after = positionIn(name, cursor)
  const opened = await open(after?.slice(0, after.indexOf('~')))
  if (!opened) return null
  const { batch, read } = opened
  const { items, nextCursor } = await readPage({
    name,
    after,
    ...(most !== undefined && { most }),
    beside: batch,
    read: (key, limit) => read(key === null ? null : Number(key.slice(key.indexOf('~') + 1)), limit),
    keyOf: ({ batchId, ordinal }) => `${batchId}~${ordinal}`,
    show,
  })
  return { batch, results: items, nextCursor }
}
