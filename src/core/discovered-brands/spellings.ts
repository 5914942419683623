import type { Transaction } from '../context.ts'
import { notFound } from '../errors.ts'

/**
 * The spellings that the runs of a project have of the brand with this key.
 * @throws {AppError} NOT_FOUND where no answer names it
 */
export async function spellingsOf({ db }: Transaction, projectId: string, key: string): Promise<string[]> {
  const found = await db.batchDiscoveredBrand.findMany({
    where: { key, batch: { projectId, kind: 'run' } },
    select: { spellings: true },
  })
  if (found.length === 0) throw notFound('Discovered brand')
  return found.flatMap((row) =>
    (row.spellings as [name: string, answers: number][]).map(([spelling]) => spelling),
  )
}
