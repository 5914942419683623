import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openPool } from '../../src/infra/database.ts'
import { DatabaseSockets } from '../../src/infra/database-sockets.ts'

/** The baseline server: two named statements, nested rows, `JSON.stringify`. `/node` returns one row. */
export function serveBare(databaseUrl: string): void {
  // The same number of connections as Answergraph.
  const pool = openPool(databaseUrl, { connections: 10, sockets: new DatabaseSockets() })
  const nested = async (id: string) => {
    const [runs, results] = await Promise.all([
      pool.query({
        name: 'run',
        text: 'SELECT id AS "databaseId", status FROM batch WHERE id = $1',
        values: [id],
      }),
      pool.query({
        name: 'results',
        text: `SELECT r.id, p.text AS prompt, r.provider, r.location, r.status, r.first_observation AS observation
               FROM result r JOIN batch_prompt p ON p.batch_id = r.batch_id AND p.ordinal = r.prompt_ordinal
               WHERE r.batch_id = $1 ORDER BY r.ordinal LIMIT 50`,
        values: [id],
      }),
    ])
    const edges = results.rows.map(({ observation, ...row }) => ({ node: { ...row, ...observation } }))
    return { ...runs.rows[0], results: { edges } }
  }
  const node = async (id: string) => {
    const { rows } = await pool.query({
      name: 'node',
      text: `SELECT id AS "databaseId", provider, location, replicate, status, simulated, answered_at AS "answeredAt"
             FROM result WHERE id = $1`,
      values: [id],
    })
    return rows[0]
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { id } = JSON.parse(body).variables
    const data = { node: await (request.url === '/node' ? node(id) : nested(id)) }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data }))
  })
  server.listen(0, '127.0.0.1', () => {
    console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
  })
}
