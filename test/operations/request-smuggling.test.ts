import { connect, type Socket } from 'node:net'
import { Agent, fetch } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { type KillSetup, openKillSetup } from '../faults/kill-setup.ts'
import { runJson, type ServerProcess, startServer } from '../faults/server-process.ts'
import { isInstalled } from '../installed.ts'
import { http2Attacks, http2Outcome, http2Request } from './http2-frames.ts'
import { PROXIES, type ReverseProxy, startReverseProxy } from './reverse-proxies.ts'
import { attacks, FORGED_ADDRESS, hiddenRequest } from './smuggled-requests.ts'

/** Address of the attacker, which differs from the proxy's. */
const ATTACKER = '127.0.0.9'

/** Milliseconds for the first byte of a response. Some attacks get none, because the proxy waits for the rest of the body. */
const PATIENCE = 300

let setup: KillSetup
let server: ServerProcess
let attacker: string
let victim: { key: string; projectId: string }
beforeAll(async () => {
  setup = await openKillSetup({
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_MINUTE: '1000000',
  })
  server = await startServer(setup.environment)
  const [{ key }, other] = await Promise.all([createProject('Attacker'), createProject('Victim')])
  attacker = key
  victim = other
}, 180_000)
afterAll(async () => {
  await server?.kill()
  await setup?.close()
})

async function createProject(name: string): Promise<{ key: string; projectId: string }> {
  const run = <T>(...parameters: string[]) => runJson<T>(parameters, setup.environment)
  const { id } = await run<{ id: string }>('org', 'create', '--name', name, '--plan', 'pro')
  const { id: projectId } = await run<{ id: string }>('project', 'create', '--org', id, '--name', name)
  const { key } = await run<{ key: string }>('key', 'create', '--project', projectId)
  return { key, projectId }
}

/** An open connection of the attacker. */
interface Sent {
  received: Buffer
  socket: Socket
}

/**
 * Sends bytes on a new connection. Resolves when the response starts, when the connection ends, or after 300 ms.
 * The connection stays open, so that the proxy continues to read it.
 */
async function send(
  port: number,
  bytes: Buffer,
  { from = ATTACKER, hasStarted = (received: Buffer): boolean => received.length > 0 } = {},
): Promise<Sent> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  const sent: Sent = { received: Buffer.alloc(0), socket }
  const signal = AbortSignal.timeout(PATIENCE)
  await new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      sent.received = Buffer.concat([sent.received, data])
      if (hasStarted(sent.received)) resolve()
    })
    socket.on('error', () => {})
    socket.once('close', () => resolve())
    signal.addEventListener('abort', () => resolve())
    socket.write(bytes)
  })
  return sent
}

/** Checks that the victim gets its own responses. Its connections stay open, so the proxy also reuses its connections to the gateway. */
async function expectOwnResponses(port: number, agent: Agent, name: string): Promise<void> {
  await Promise.all(
    [1, 2, 3].map(async (number) => {
      const id = `victim-${number}-${name.replaceAll(/\W/g, '-')}`.slice(0, 64)
      const headers = { authorization: `Bearer ${victim.key}`, 'x-request-id': id }
      const response = await fetch(`http://127.0.0.1:${port}/v1/project`, { headers, dispatcher: agent })
      const body = await response.text()
      expect([name, response.status, response.headers.get('x-request-id')]).toEqual([name, 200, id])
      expect(body).toContain(victim.projectId)
    }),
  )
}

interface LoggedRequest {
  requestId?: string
  address?: string
  path?: string
}

/** Returns the access log. */
function accessLog(): LoggedRequest[] {
  return server.output
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes('requestId'))
    .map((line) => JSON.parse(line) as LoggedRequest)
}

/** Returns the log of hidden requests, after all earlier requests are in the log. */
async function hiddenRequests(prefix: string): Promise<LoggedRequest[]> {
  const id = `last-${prefix}`
  await fetch(`${server.url}/healthz`, { headers: { 'x-request-id': id } })
  await eventually(() => expect(accessLog().map(({ requestId }) => requestId)).toContain(id))
  return accessLog().filter(({ requestId = '' }) => requestId.startsWith(prefix))
}

it('a hidden request that reached the gateway would be noticed', async () => {
  const { host, port } = new URL(server.url)
  const bytes = Buffer.from(hiddenRequest({ host, key: attacker, id: 'control-1' }))
  const { socket } = await send(Number(port), bytes, { from: '127.0.0.1' })
  expect(await hiddenRequests('control-')).toMatchObject([{ address: FORGED_ADDRESS, path: '/v1/prompts' }])
  socket.destroy()
})

describe.each(PROXIES)('behind %s', (program) => {
  let proxy: ReverseProxy | undefined
  let agent: Agent
  beforeAll(async () => {
    if (isInstalled(program)) proxy = await startReverseProxy(program, server.url)
    agent = new Agent({ connections: 3 })
  }, 60_000)
  afterAll(async () => {
    await agent?.close()
    await proxy?.close()
  })

  it('no request that is hidden in another one reaches the gateway, and each client gets its own response', async () => {
    if (!proxy) return
    const { port } = proxy
    const attack = { host: `127.0.0.1:${port}`, key: attacker }
    const prefix = `${program}-1-`
    await expectOwnResponses(port, agent, 'before')
    for (const [index, name] of Object.keys(attacks({ ...attack, id: '' })).entries()) {
      const bytes = attacks({ ...attack, id: `${prefix}${index}` })[name] ?? ''
      const { socket } = await send(port, Buffer.from(bytes, 'latin1'))
      await expectOwnResponses(port, agent, name)
      socket.destroy()
    }
    // The proxy may see a second request in the bytes. Then it adds the address of the attacker, so it is no hidden request.
    const hidden = await hiddenRequests(prefix)
    expect(hidden.filter(({ address }) => address !== ATTACKER)).toEqual([])
  }, 120_000)

  it('no request that is hidden in one over HTTP/2 reaches the gateway, and each client gets its own response', async () => {
    if (!proxy) return
    const { port, http2Port } = proxy
    const attack = { host: `127.0.0.1:${http2Port}`, key: attacker }
    const options = { hasStarted: (received: Buffer) => http2Outcome(received) !== null }
    const valid = await send(http2Port, http2Request({ ...attack, id: `valid-${program}` }), options)
    expect(http2Outcome(valid.received)).toBe('response')
    expect(await hiddenRequests(`valid-${program}`)).toMatchObject([{ address: ATTACKER }])
    valid.socket.destroy()
    const prefix = `${program}-2-`
    for (const [index, name] of Object.keys(http2Attacks({ ...attack, id: '' })).entries()) {
      const bytes = http2Attacks({ ...attack, id: `${prefix}${index}` })[name] ?? Buffer.alloc(0)
      const { socket } = await send(http2Port, bytes, options)
      await expectOwnResponses(port, agent, name)
      socket.destroy()
    }
    expect(await hiddenRequests(prefix)).toEqual([])
  }, 120_000)
})
