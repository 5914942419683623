import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { REPLICATES, startLoad } from './load.ts'
import { CREDITS, HAS_TOPOLOGY, openTopology, type Topology } from './topology.ts'

const available = HAS_TOPOLOGY || process.env.CI === 'true'

describe.skipIf(!available)('two gateways and two workers behind HAProxy', () => {
  let topology: Topology
  beforeAll(async () => {
    topology = await openTopology({ DRAIN_SECONDS: '3', RATE_LIMIT_PER_MINUTE: '1000000' })
  }, 120_000)
  afterAll(() => topology?.close(), 60_000)

  it('are upgraded one after the other under load, with a migration, without a lost request, event or question', async () => {
    const { setup, url, key } = topology
    const load = startLoad(url, key)
    await load.more(50)
    await topology.restart('gateway-1')
    await load.more(50)
    // The first half of a migration: it adds what the new version needs, and the old version still works.
    await setup.client.query('ALTER TABLE batch ADD COLUMN only_in_the_next_version text')
    await topology.restart('worker-1')
    await load.more(50)
    await topology.restart('gateway-2')
    await topology.restart('worker-2')
    await load.more(50)
    const report = await load.stop()
    expect(report.failures).toEqual([])
    expect(report.ended).toEqual(new Set(report.started))
    expect(report.reconnects).toBeGreaterThan(0)
    const asked = [...setup.model.asked].filter(([text]) => text.includes('Question '))
    expect(asked.filter(([, count]) => count !== REPLICATES)).toEqual([])
    expect(asked).toHaveLength(report.started.length)
    const { rows } = await setup.client.query(
      'SELECT credit_balance AS balance FROM organization WHERE id = $1',
      [topology.organizationId],
    )
    expect(rows[0].balance).toBe(CREDITS - report.started.length * REPLICATES)
  }, 180_000)

  it('are taken out of service by HAProxy before they stop', async () => {
    const stopped = topology.restart('gateway-1')
    await eventually(async () => {
      const response = await fetch(`${topology.urlOf('gateway-1')}/readyz`)
      expect(response.status).toBe(503)
      expect(await response.json()).toEqual({ status: 'stopping', parts: {} })
      // Other requests are still answered, on connections that then end.
      const page = await fetch(`${topology.urlOf('gateway-1')}/docs`)
      expect(page.status).toBe(200)
      expect(page.headers.get('connection')).toBe('close')
    })
    await stopped
  }, 60_000)
})

describe.skipIf(!available)('two gateways with one Redis', () => {
  let topology: Topology
  beforeAll(async () => {
    topology = await openTopology({ RATE_LIMIT_PER_MINUTE: '60' })
  }, 120_000)
  afterAll(() => topology?.close(), 60_000)

  it('let exactly 60 of 200 concurrent requests of a key pass', async () => {
    const { key } = topology
    // The limit is per minute of the clock, so all requests must be in the same one.
    await eventually(() => expect(new Date().getSeconds()).toBeLessThan(50))
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const url = topology.urlOf(index % 2 === 0 ? 'gateway-1' : 'gateway-2')
        const response = await fetch(`${url}/v1/providers`, { headers: { authorization: `Bearer ${key}` } })
        return response.status
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(140)
  }, 60_000)
})
