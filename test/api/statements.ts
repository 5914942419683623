import type { Ctx } from '../../src/core/context.ts'

/** The SQL statements that `work` sends to the database of a world, except those that authenticate its key. */
export async function statementsOf(
  world: { application: { services: Pick<Ctx, 'db'> } },
  work: () => Promise<unknown>,
): Promise<string[]> {
  const { pool } = world.application.services.db
  const seen: string[] = []
  const query = pool.query.bind(pool)
  // Every statement of a request goes through this pool, those of Prisma by its adapter.
  pool.query = ((...given: Parameters<typeof query>) => {
    const [statement] = given as unknown as [string | { text: string }]
    seen.push(typeof statement === 'string' ? statement : statement.text)
    return query(...given)
  }) as typeof pool.query
  try {
    await work()
  } finally {
    pool.query = query
  }
  return seen.filter((text) => !text.includes('api_key'))
}
