import pg from 'pg'
import type { Executor } from '../execute.ts'

/**
 * Runs a block in the database of the demo, in a transaction that is rolled back. The user of the database sees the organization of
 * the demo in the views for analysts, and a block that ends with a SELECT must return rows.
 */
export const sql: Executor = async ({ text }, page) => {
  const client = new pg.Client({ connectionString: page.demo.databaseUrl })
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query('INSERT INTO reporting_role (role_name, organization_id) VALUES (session_user, $1)', [
      page.demo.environment.ORGANIZATION_ID,
    ])
    // Several statements have several results, which the types lack.
    const results: pg.QueryResult | pg.QueryResult[] = await client.query(page.filled(text))
    const last = [results].flat().at(-1)
    if (last?.command === 'SELECT' && last.rows.length === 0) throw new Error('the query returns no rows')
  } finally {
    await client.query('ROLLBACK')
    await client.end()
  }
}
