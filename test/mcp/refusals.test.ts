import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppServices } from '../../src/core/context.ts'
import { openGateway } from '../../src/process/gateway.ts'
import { createWorld, type World } from '../world.ts'

const LIMIT = 12

let world: World
const logged: unknown[] = []
let gateway: Awaited<ReturnType<typeof openGateway>>
beforeAll(async () => {
  world = await createWorld({ workers: false, environment: { RATE_LIMIT_PER_MINUTE: String(LIMIT) } })
  const { services } = world.application
  const log = (...line: unknown[]) => void logged.push(...line)
  const deps: AppServices['deps'] = { ...services.deps, logger: { info: log, warn: log, error: log } }
  gateway = await openGateway({
    ...world.application,
    services: { ...services, deps },
    host: '127.0.0.1',
    port: 0,
  })
})
afterAll(async () => {
  await gateway?.close()
  await world?.close()
})

async function newSender() {
  const { id } = await world.organization()
  const { key } = await world.organizationKey(id)
  return (message: object, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    })
}

describe('the rate limit of a key', () => {
  it.each([
    { what: 'requests', message: { id: 1, method: 'ping' } },
    { what: 'notifications', message: { method: 'notifications/cancelled', params: { requestId: 1 } } },
    { what: 'unexpected responses', message: { id: 1, result: {} } },
  ])(
    'counts $what, and rejects messages over the limit with 429 and the time to wait',
    async ({ message }) => {
      const send = await newSender()
      const session = { 'Mcp-Session-Id': '0190a1b2-0000-7000-8000-000000000000' }
      const statuses = new Set<number>()
      for (let sent = 0; sent < LIMIT; sent += 1) {
        const response = await send(message, session)
        statuses.add(response.status)
        expect(response.headers.get('X-RateLimit-Remaining')).toBe(String(LIMIT - 1 - sent))
        await response.text()
      }
      expect([...statuses]).toEqual(['id' in message && 'method' in message ? 200 : 202])
      const refused = await send(message, session)
      expect(refused.status).toBe(429)
      const retryAfter = Number(refused.headers.get('Retry-After'))
      expect(retryAfter).toBeGreaterThan(0)
      expect(await refused.json()).toMatchObject({ error: { data: { code: 'RATE_LIMITED', retryAfter } } })
    },
  )
})

describe('the log', () => {
  it('does not contain any text of rejected messages', async () => {
    const send = await newSender()
    const SECRET = 'words-of-the-client'
    const _meta = { 'io.modelcontextprotocol/protocolVersion': SECRET }
    const answers = [
      await send({ id: 1, method: SECRET }),
      await send({ id: 1, method: SECRET, params: { _meta } }, { 'MCP-Protocol-Version': SECRET }),
      await send({ id: 1, method: 'tools/list' }, { 'MCP-Protocol-Version': SECRET }),
      await send(
        {
          id: 1,
          method: 'tools/list',
          params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
        },
        { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': SECRET },
      ),
      await send({ id: 1, method: 'tools/call', params: { name: SECRET, arguments: { [SECRET]: SECRET } } }),
      await send({
        id: 1,
        method: 'tools/call',
        params: { name: 'get_async_analysis', arguments: { analysisId: SECRET } },
      }),
      await send({ id: 1 }, { 'Mcp-Session-Id': SECRET }),
    ]
    for (const answer of answers) await answer.text()
    expect(logged.length).toBeGreaterThanOrEqual(answers.length)
    const texts = logged.map((line) =>
      JSON.stringify(line, (_, value) => (value instanceof Error ? `${value.stack} ${value.cause}` : value)),
    )
    expect(texts.filter((text) => text.includes(SECRET))).toEqual([])
  })
})
