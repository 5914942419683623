import type { BatchRecord } from '../core/batches/row.ts'
import type { OpenedResults } from '../core/results/open.ts'
import type { ResultRecord } from '../core/results/read.ts'
import { keyWithin, positionIn, readPage, splitKey } from './page.ts'

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
  const opened = await open(splitKey(after).batchId ?? undefined)
  if (!opened) return null
  const { batch, read } = opened
  const { items, nextCursor } = await readPage({
    name,
    after,
    ...(most !== undefined && { most }),
    beside: batch,
    read: (last, limit) => {
      const { key } = splitKey(last)
      return read(key === null ? null : Number(key), limit)
    },
    keyOf: ({ batchId, ordinal }) => keyWithin(batchId, String(ordinal)),
    show,
  })
  return { batch, results: items, nextCursor }
}
