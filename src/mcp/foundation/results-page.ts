import type { BatchRecord } from '../../core/batches/row.ts'
import type { OpenedResults } from '../../core/results/open.ts'
import type { ResultRecord } from '../../core/results/read.ts'
import { keyWithin, positionIn, splitIntoPages, splitKey } from './page.ts'

/**
 * Returns a page of the results of a batch, or null if there is no batch. The cursor contains the batch id, so that
 * all pages show the same batch even if another run ends in the meantime.
 * @param open opens the results of the batch with this id, or of the default batch if the id is undefined
 */
export async function readResultsPage<Shown>({
  name,
  cursor,
  maxItems,
  open,
  show,
}: {
  name: string
  cursor: string | undefined
  maxItems?: number
  open(batchId: string | undefined): Promise<OpenedResults | null>
  show(result: ResultRecord): Shown
}): Promise<{ batch: BatchRecord; results: Shown[]; nextCursor: string | null } | null> {
  const after = positionIn(name, cursor)
  const opened = await open(splitKey(after).batchId ?? undefined)
  if (!opened) return null
  const { batch, read } = opened
  const { items, nextCursor } = await splitIntoPages({
    name,
    after,
    ...(maxItems !== undefined && { maxItems }),
    head: batch,
    read: (last, limit) => {
      const { key } = splitKey(last)
      return read(key === null ? null : Number(key), limit)
    },
    keyOf: ({ batchId, ordinal }) => keyWithin(batchId, String(ordinal)),
    show,
  })
  return { batch, results: items, nextCursor }
}
