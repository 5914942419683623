import pg from 'pg'

/** Returns the whole content of a database as text, with binary values in hexadecimal. */
export async function dumpDatabase(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ table: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS table FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    )
    const tables: string[] = []
    for (const { table } of rows) {
      const content = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`)
      tables.push(...content.rows.map(({ row }) => row))
    }
    return tables.join('\n')
  } finally {
    await client.end()
  }
}

/** Returns a secret as it may be written: plain, in base64 and in hexadecimal. */
export function formsOf(secret: string): string[] {
  return [
    secret,
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('hex'),
  ]
}
