import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import type { BatchRecord } from '../../src/core/batches/row.ts'
import { createClient } from '../api/rest-client.ts'
import { type FaultVendors, PASSING_FAULTS, startFaultVendors } from '../fault-vendors.ts'
import { createWorld, type World } from '../world.ts'

const CREDITS = 400
const UNITS = 300
const backends = inject('redisUrl') ? (['postgres', 'redis'] as const) : (['postgres'] as const)

describe.each(backends)(
  'an analysis of 300 questions while three of four vendors fail intermittently, queue on %s',
  (backend) => {
    let vendors: FaultVendors
    let world: World
    let organizationId: string
    let ended: BatchRecord
    /** Number of questions by provider, status and error code. */
    let outcomes: { provider: string; status: string; code: string | null; count: number }[]

    beforeAll(async () => {
      vendors = await startFaultVendors({ seed: 7, passing: 0.2, lasting: 0.03, latency: 5 })
      world = await createWorld({
        redis: backend === 'redis',
        providers: [...vendors.providers],
        environment: vendors.environment,
        demo: false,
      })
      organizationId = (await world.organization({ credits: CREDITS })).id
      const prompts = Array.from({ length: 15 }, (_, index) => `Which tool is best for team ${index + 1}?`)
      const { analysis } = await startAsyncAnalysis({
        ctx: world.member(organizationId),
        input: {
          prompts,
          brandName: 'Acme',
          replicates: 1,
          providers: vendors.providers.map(({ id }) => id),
          locations: ['US', 'DE', 'GB', 'FR', 'JP'],
        },
      })
      ended = await world.ended(analysis.analysisId ?? '')
      const { rows } = await world.operator.db.pool.query(
        `SELECT provider, status::text, error->>'code' AS code, count(*)::int AS count
       FROM result WHERE batch_id = $1 GROUP BY 1, 2, 3`,
        [analysis.id],
      )
      outcomes = rows
      // Consecutive faults can open a circuit breaker several times. Each time it stays open for half a minute.
    }, 600_000)
    afterAll(async () => {
      await world.close()
      vendors.close()
    })

    const countOf = (matches: (outcome: (typeof outcomes)[number]) => boolean) =>
      outcomes.filter(matches).reduce((sum, { count }) => sum + count, 0)

    it('encounters every kind of fault', () => {
      expect([...vendors.faults.keys()].toSorted()).toEqual(
        [...PASSING_FAULTS, 'limited_without_delay'].toSorted(),
      )
      expect(vendors.refused.size).toBeGreaterThan(0)
      expect(vendors.unreadable.size).toBeGreaterThan(0)
    })

    it('answers every question, except where a vendor rejected the question or truncated the answer', () => {
      const failed = vendors.refused.size + vendors.unreadable.size
      expect(ended).toMatchObject({
        status: 'partially_completed',
        progress: { total: UNITS, completed: UNITS - failed, failed },
      })
      expect(countOf(({ code }) => code === 'PROVIDER_REFUSED_REQUEST')).toBe(vendors.refused.size)
      expect(countOf(({ code }) => code === 'UNREADABLE_ANSWER')).toBe(vendors.unreadable.size)
      expect(countOf(({ status, code }) => status === 'ok' && code === null)).toBe(UNITS - failed)
    })

    it('pays once for each answer', () => {
      expect([...vendors.paid.values()].every((times) => times === 1)).toBe(true)
      expect(vendors.paid.size).toBe(UNITS - vendors.refused.size)
    })

    it('charges one credit per answer and refunds the rest; the ledger adds up', async () => {
      const answered = countOf(({ status }) => status === 'ok')
      const { key } = await world.organizationKey(organizationId)
      const client = await createClient(world)
      const { body } = await client(`GET /v1/async-analysis/${ended.analysisId}`, { key })
      expect(body.data.credits).toEqual({ reserved: UNITS, charged: answered, refunded: UNITS - answered })
      const { prisma } = world.operator.db
      const { creditBalance } = await prisma.organization.findUniqueOrThrow({ where: { id: organizationId } })
      const entries = await prisma.creditEntry.findMany({ where: { organizationId } })
      expect(creditBalance).toBe(CREDITS - answered)
      expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(creditBalance)
    })

    it('has all answers of the vendor without faults', () => {
      expect(outcomes.filter(({ provider }) => provider === 'xai')).toEqual([
        { provider: 'xai', status: 'ok', code: null, count: UNITS / 4 },
      ])
    })
  },
)
