import type { Transaction } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'

/**
 * Returns all spellings of a brand in the runs of a project.
 * @throws {AppError} NOT_FOUND if no answer mentions the brand
 */
export async function spellingsOf({ db }: Transaction, projectId: string, key: string): Promise<string[]> {
  const rows = await db.batchDiscoveredBrand.findMany({
    where: { key, batch: { projectId, kind: 'run' } },
    select: { spellings: true },
  })
  if (rows.length === 0) throw notFound('Discovered brand')
  return rows.flatMap((row) =>
    (row.spellings as [name: string, answers: number][]).map(([spelling]) => spelling),
  )
}
