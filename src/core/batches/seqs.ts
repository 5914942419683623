import type { Services } from '../context.ts'

/**
 * Where batches stand: the `seq` of each that exists. For those who hold something they have read of these batches before,
 * for a caller who might: this checks no tenant.
 */
export async function batchSeqs({ db }: Services, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.pool.query<{ id: string; seq: number }>({
    name: 'batch-seqs',
    text: 'SELECT id, seq FROM batch WHERE id = ANY($1::uuid[])',
    values: [ids],
  })
  return new Map(rows.map(({ id, seq }) => [id, seq]))
}
