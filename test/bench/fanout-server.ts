import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { readConfig } from '../../src/config/read.ts'
import { BATCH_STATE, type BatchState, toBatchEvent } from '../../src/core/batches/batch-state.ts'
import { newAnalysisId, newId } from '../../src/core/foundation/ids.ts'
import { createKey } from '../../src/core/keys/create.ts'
import { openApplication } from '../../src/process/application.ts'
import { openGateway } from '../../src/process/gateway.ts'
import { openOrganization } from './bench-postgres.ts'
import { now, steer } from './fanout-control.ts'

/** Starts a gateway without workers. Each event updates the row of an analysis in progress. */
export async function serveProgress(databaseUrl: string): Promise<void> {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: randomBytes(32).toString('base64'),
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
  })
  const application = await openApplication(config, { demo: true })
  const { services, gate } = application
  const { operator, ctx, key } = await openOrganization(application, 0)
  const { organizationId } = ctx.actor
  const { key: secondKey } = await createKey({ ctx: operator, input: { organizationId } })
  const { prisma, pool } = services.db
  const { id, analysisId } = await prisma.batch.create({
    data: {
      id: newId(),
      analysisId: newAnalysisId(),
      kind: 'async',
      trigger: 'api',
      organizationId,
      status: 'running',
      brandName: 'Taskfern',
      snapshot: { brand: { name: 'Taskfern' }, competitors: [] },
      total: 1_000_000,
      startedAt: new Date(),
    },
  })
  const gateway = await openGateway({ services, gate, host: '127.0.0.1', port: 0 })
  const query = `subscription { asyncAnalysisProgress(analysisId: "${analysisId}") { databaseId status progress { total failed completed } } }`
  const keys = [key, secondKey]
  steer({ url: `${gateway.url.replace('http', 'ws')}/graphql`, keys, query }, async () => {
    const { rows } = await pool.query<BatchState>(
      `UPDATE batch SET completed = completed + 1, seq = seq + 1 WHERE id = $1 RETURNING ${BATCH_STATE}`,
      [id],
    )
    const [changed] = rows
    if (!changed) throw new Error('the analysis is gone')
    const time = now()
    operator.deps.events.publish(toBatchEvent(changed))
    return time
  })
}

/** Starts the baseline server: it sends one buffer to every socket. `message` is the first message that Answergraph sends. */
export async function serveRaw(message: string): Promise<void> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const subscribers = new Set<WebSocket>()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      if (String(data).includes('connection_init')) return socket.send('{"type":"connection_ack"}')
      subscribers.add(socket)
      socket.send(message)
    })
    socket.on('close', () => subscribers.delete(socket))
  })
  let completed = 0
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`
  steer({ url, keys: [''], query: '' }, async () => {
    completed += 1
    const bytes = Buffer.from(message.replace('"completed":0', `"completed":${completed}`))
    const time = now()
    for (const socket of subscribers) socket.send(bytes, { binary: false })
    return time
  })
}
