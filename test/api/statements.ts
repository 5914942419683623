import type { AppCtx } from '../../src/core/context.ts'

/** Returns the SQL statements that `work` sends to the database of a world, without the authentication of its key. */
export async function statementsOf(
  world: { application: { services: Pick<AppCtx, 'db'> } },
  work: () => Promise<unknown>,
): Promise<string[]> {
  const { pool } = world.application.services.db
  const seen: string[] = []
  const query = pool.query.bind(pool)
  // Every statement of a request goes through this pool, because Prisma's adapter uses it too.
  pool.query = ((...args: Parameters<typeof query>) => {
    const [statement] = args as unknown as [string | { text: string }]
    seen.push(typeof statement === 'string' ? statement : statement.text)
    return query(...args)
  }) as typeof pool.query
  try {
    await work()
  } finally {
    pool.query = query
  }
  return seen.filter((text) => !text.includes('api_key'))
}

/** Returns the tables that PostgreSQL reads for a statement, whatever its values. */
export async function tablesRead(
  { application }: { application: { services: Pick<AppCtx, 'db'> } },
  statement: string,
): Promise<string[]> {
  const parameters = new Set([...statement.matchAll(/\$(\d+)/g)].map(([, number]) => number))
  const client = await application.services.db.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SET LOCAL plan_cache_mode = force_generic_plan')
    await client.query(`PREPARE explained AS ${statement}`)
    const values = [...parameters].map(() => 'NULL').join(', ')
    const execute = parameters.size > 0 ? `explained(${values})` : 'explained'
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE ${execute}`)
    return rows.flatMap((row) => / on (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? [])
  } finally {
    await client.query('ROLLBACK')
    await client.query('DEALLOCATE ALL')
    client.release(true)
  }
}
