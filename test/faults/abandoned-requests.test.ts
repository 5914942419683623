import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { openKillSetup } from './kill-setup.ts'
import { runJson, startServer } from './server-process.ts'

const REQUESTS = 50

it('a paused process that resumes neither starts nor charges analyses whose clients have disconnected', async () => {
  const { environment, client, close } = await openKillSetup({ RATE_LIMIT_PER_MINUTE: '1000000' })
  const server = await startServer(environment)
  const { id } = await runJson<{ id: string }>(
    ['org', 'create', '--name', 'Acme', '--plan', 'pro', '--credits', '100'],
    environment,
  )
  const { key } = await runJson<{ key: string }>(['key', 'create', '--org', id], environment)
  const body = JSON.stringify({
    prompts: ['Which tool is best?'],
    brandName: 'Acme',
    replicates: 1,
    providers: ['local'],
    locations: ['US'],
  })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const { port, host } = new URL(server.url)
  const request = [
    'POST /v1/async-analysis HTTP/1.1',
    `Host: ${host}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')

  const { pid } = server
  if (pid === undefined) throw new Error('the server process is not running')
  process.kill(pid, 'SIGSTOP')
  const sockets = Array.from({ length: REQUESTS }, () => connect(Number(port), '127.0.0.1'))
  await Promise.all(
    sockets.map(async (socket) => {
      await once(socket, 'connect')
      await new Promise<void>((written) => socket.write(request, () => written()))
      socket.destroy()
      await once(socket, 'close')
    }),
  )
  process.kill(pid, 'SIGCONT')
  const response = await fetch(`${server.url}/v1/async-analysis`, { method: 'POST', headers, body })
  expect(response.status).toBe(202)
  expect(await server.stop()).toBe(0)
  const { rows } = await client.query(
    `SELECT (SELECT count(*)::int FROM batch) AS batches, (SELECT credit_balance FROM organization) AS credits`,
  )
  expect(rows).toEqual([{ batches: 1, credits: 99 }])
  await close()
}, 90_000)
