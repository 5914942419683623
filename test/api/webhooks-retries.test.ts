import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { askUnit } from '../../src/core/batches/ask.ts'
import type { AppCtx } from '../../src/core/context.ts'
import { deliverWebhook } from '../../src/core/webhooks/deliver.ts'
import { sweepWebhooks } from '../../src/core/webhooks/queue.ts'
import { redeliverWebhook } from '../../src/core/webhooks/redeliver.ts'
import { OutboundError } from '../../src/infra/outbound-error.ts'
import { eventually } from '../eventually.ts'
import { withoutQueue } from '../queued-jobs.ts'
import { createWorld, type World } from '../world.ts'
import { openReceiver, type Receiver } from './webhook-receiver.ts'

const SECONDS = 1_000
const SECRET = `whsec_${Buffer.alloc(24, 1).toString('base64')}`

let receiver: Receiver
let world: World
beforeAll(async () => {
  receiver = await openReceiver()
  // No workers: the test delivers the webhooks itself, with a simulated clock.
  world = await createWorld({
    providers: [{ id: 'chatgpt', driver: 'simulated' }],
    environment: { OUTBOUND_ALLOW: receiver.address },
    workers: false,
  })
})
afterAll(async () => {
  await world?.close()
  await receiver?.close()
})
beforeEach(() => {
  receiver.answer = { status: 500 }
  receiver.calls.length = 0
})

/**
 * Returns an analysis that has just ended with its webhook not yet sent, a clock that the test sets, and the queued
 * jobs.
 */
async function endedAnalysis() {
  const { id: organizationId } = await world.organization({ credits: 10 })
  const clock = { now: new Date('2026-03-02T09:30:00.000Z') }
  const { ctx: base, queued } = withoutQueue({ ...world.operator, now: () => clock.now })
  const member: AppCtx = { ...base, actor: world.member(organizationId).actor }
  const job: AppCtx = { ...base, actor: { type: 'job', name: 'test' } }
  const { analysis } = await startAsyncAnalysis({
    ctx: member,
    input: {
      prompt: 'Best task manager?',
      brandName: 'Taskfern',
      replicates: 1,
      providers: ['chatgpt'],
      locations: ['US'],
      webhook: { url: receiver.url, secret: SECRET },
    },
  })
  const { id: batchId } = analysis
  const { prisma } = world.operator.db
  const unit = await prisma.result.findFirstOrThrow({ where: { batchId } })
  await askUnit({ ctx: job, input: { unitId: unit.id, tries: 1 } })
  const { id } = await prisma.webhookDelivery.findFirstOrThrow({ where: { batchId } })
  return {
    deliveryId: id,
    batchId,
    clock,
    queued,
    member,
    job,
    deliver: () => deliverWebhook({ ctx: job, input: { deliveryId: id } }),
    state: () => prisma.webhookDelivery.findUniqueOrThrow({ where: { id } }),
    attempts: () => prisma.webhookAttempt.findMany({ where: { deliveryId: id }, orderBy: { number: 'asc' } }),
  }
}

describe('a receiver that fails', () => {
  it('is called eleven times within 24 hours, on the documented schedule, with the same message', async () => {
    const { clock, deliver, state, attempts } = await endedAnalysis()
    const startedAt = clock.now.getTime()
    const pauses: number[] = []
    for (;;) {
      const outcome = await deliver()
      if ('done' in outcome) break
      pauses.push(outcome.again / SECONDS)
      // No call is made one millisecond too early.
      clock.now = new Date(clock.now.getTime() + outcome.again - 1)
      expect(await deliver()).toEqual({ again: 1 })
      clock.now = new Date(clock.now.getTime() + 1)
    }
    expect(pauses).toEqual([5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800])
    expect(clock.now.getTime() - startedAt).toBeLessThan(24 * 3_600 * SECONDS)
    expect(receiver.calls).toHaveLength(11)
    expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(receiver.calls.map(({ body }) => body)).size).toBe(1)
    for (const { headers, body } of receiver.calls) {
      const at = new Date(Number(headers['webhook-timestamp']) * SECONDS)
      expect(headers['webhook-signature']).toBe(
        new Webhook(SECRET).sign(String(headers['webhook-id']), at, body),
      )
    }
    expect(await state()).toMatchObject({ status: 'failed', nextAttemptAt: null })
    const recorded = await attempts()
    expect(recorded.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(recorded.every(({ statusCode, error }) => statusCode === 500 && error === null)).toBe(true)
    expect(await deliver()).toEqual({ done: true })
    expect(receiver.calls).toHaveLength(11)
  })

  it.each<[string, Receiver['answer'], object]>([
    ['hangs up', null, { statusCode: null, error: expect.stringContaining('UND_ERR_SOCKET') }],
    ['redirects', { status: 302, headers: { Location: '/elsewhere' } }, { statusCode: 302 }],
    ['answers 404', { status: 404 }, { statusCode: 404 }],
    ['answers 429', { status: 429 }, { statusCode: 429 }],
  ])('because it %s is called again, and the reason is recorded', async (_, answer, recorded) => {
    const { deliver, state, attempts } = await endedAnalysis()
    receiver.answer = answer
    expect(await deliver()).toEqual({ again: 5 * SECONDS })
    expect(receiver.calls).toHaveLength(1)
    expect(await attempts()).toMatchObject([recorded])
    expect(await state()).toMatchObject({ status: 'pending' })
  })
})

describe('a webhook delivery', () => {
  it('is not sent to an address that has become private, and records the reason', async () => {
    const { deliveryId, deliver, attempts } = await endedAnalysis()
    const url = receiver.url.replace('127.0.0.1', 'localhost')
    await world.operator.db.prisma.webhookDelivery.update({ where: { id: deliveryId }, data: { url } })
    expect(await deliver()).toEqual({ again: 5 * SECONDS })
    expect(receiver.calls).toHaveLength(0)
    const [attempt] = await attempts()
    expect(attempt).toMatchObject({ statusCode: null, error: expect.stringMatching(/are allowed|public/) })
  })

  it.each([200, 204, 299])('ends with a %i, even after failures', async (status) => {
    const { clock, deliver, state, attempts } = await endedAnalysis()
    await deliver()
    clock.now = new Date(clock.now.getTime() + 5 * SECONDS)
    receiver.answer = { status }
    expect(await deliver()).toEqual({ done: true })
    expect(await state()).toMatchObject({ status: 'delivered', nextAttemptAt: null })
    expect((await attempts()).map(({ statusCode }) => statusCode)).toEqual([500, status])
  })

  it('ends as gone after a 410', async () => {
    const { deliver, state } = await endedAnalysis()
    receiver.answer = { status: 410 }
    expect(await deliver()).toEqual({ done: true })
    expect(await state()).toMatchObject({ status: 'gone', nextAttemptAt: null })
  })

  it('has a timeout of 15 seconds and follows no redirect', async () => {
    const { deliveryId, job, attempts } = await endedAnalysis()
    const requestOptions: object[] = []
    const fetch: AppCtx['deps']['outbound']['fetch'] = async (_, options) => {
      requestOptions.push(options)
      throw new OutboundError('timeout', 'There was no answer within 15000 ms.')
    }
    const ctx = { ...job, deps: { ...job.deps, outbound: { ...job.deps.outbound, fetch } } }
    expect(await deliverWebhook({ ctx, input: { deliveryId } })).toEqual({ again: 5 * SECONDS })
    expect(requestOptions).toMatchObject([{ timeout: 15_000, redirects: 0, method: 'POST' }])
    expect(await attempts()).toMatchObject([
      { statusCode: null, error: 'There was no answer within 15000 ms.' },
    ])
  })

  it('is stored in the transaction that ends the analysis, and queued after it', async () => {
    const { queued, deliveryId, clock } = await endedAnalysis()
    expect(queued.at(-1)).toEqual({ name: 'webhook', deliveryId, due: clock.now.getTime() })
  })

  it('is attempted only once, however many jobs exist for it', async () => {
    const { deliver, attempts } = await endedAnalysis()
    const outcomes = await Promise.all(Array.from({ length: 10 }, deliver))
    expect(receiver.calls).toHaveLength(1)
    expect(outcomes.every((outcome) => 'again' in outcome)).toBe(true)
    expect(await attempts()).toHaveLength(1)
  })

  it('that was claimed by a crashed process is retried after 20 seconds, not earlier', async () => {
    const { deliveryId, clock, deliver, job, queued, state } = await endedAnalysis()
    const lost = { ...job, deps: { ...job.deps, outbound: { ...job.deps.outbound, fetch: () => dead } } }
    const dead = new Promise<never>(() => {})
    void deliverWebhook({ ctx: lost, input: { deliveryId } })
    // The delivery is claimed before the call.
    await eventually(async () =>
      expect((await state()).nextAttemptAt?.getTime()).not.toBe(clock.now.getTime()),
    )
    clock.now = new Date(clock.now.getTime() + 19 * SECONDS)
    expect(await deliver()).toEqual({ again: 1 * SECONDS })
    clock.now = new Date(clock.now.getTime() + 1 * SECONDS)
    queued.length = 0
    await sweepWebhooks({ ctx: job })
    expect(queued).toContainEqual({ name: 'webhook', deliveryId, due: clock.now.getTime() })
    await deliver()
    expect(receiver.calls).toHaveLength(1)
  })

  it('is queued again by the sweep when it is due, even if its job was lost', async () => {
    const { deliveryId, clock, deliver, job, queued } = await endedAnalysis()
    await deliver()
    queued.length = 0
    clock.now = new Date(clock.now.getTime() + 4 * SECONDS)
    await sweepWebhooks({ ctx: job })
    expect(queued).not.toContainEqual(expect.objectContaining({ deliveryId }))
    clock.now = new Date(clock.now.getTime() + 1 * SECONDS)
    await sweepWebhooks({ ctx: job })
    expect(queued).toContainEqual({ name: 'webhook', deliveryId, due: clock.now.getTime() })
  })

  it('of a deleted analysis ends without an attempt', async () => {
    const { batchId, deliver } = await endedAnalysis()
    await world.operator.db.prisma.batch.delete({ where: { id: batchId } })
    expect(await deliver()).toEqual({ done: true })
    expect(receiver.calls).toHaveLength(0)
  })

  it('also ends if its analysis is deleted during the attempt', async () => {
    const { batchId, deliver, clock, job, deliveryId } = await endedAnalysis()
    const fetch: AppCtx['deps']['outbound']['fetch'] = async (url, options) => {
      await world.operator.db.prisma.batch.delete({ where: { id: batchId } })
      return job.deps.outbound.fetch(url, options)
    }
    const ctx = { ...job, deps: { ...job.deps, outbound: { ...job.deps.outbound, fetch } } }
    expect(await deliverWebhook({ ctx, input: { deliveryId } })).toEqual({ done: true })
    clock.now = new Date(clock.now.getTime() + 3_600 * SECONDS)
    expect(await deliver()).toEqual({ done: true })
  })
})

describe('redelivery', () => {
  it('sends the same message again, whatever the status, and continues the attempt numbers', async () => {
    const { deliveryId, clock, deliver, member, queued, state, attempts } = await endedAnalysis()
    receiver.answer = { status: 410 }
    await deliver()
    receiver.answer = { status: 200 }
    clock.now = new Date(clock.now.getTime() + 100_000 * SECONDS)
    await redeliverWebhook({ ctx: member, input: { deliveryId } })
    expect(queued.at(-1)).toEqual({ name: 'webhook', deliveryId, due: clock.now.getTime() })
    expect(await deliver()).toEqual({ done: true })
    expect(await state()).toMatchObject({ status: 'delivered' })
    expect((await attempts()).map(({ number }) => number)).toEqual([1, 2])
    const [first, second] = receiver.calls
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  })

  it('requires an admin of the organization; other organizations do not find the delivery', async () => {
    const { deliveryId, member } = await endedAnalysis()
    const { member: stranger } = await endedAnalysis()
    const input = { deliveryId }
    await expect(redeliverWebhook({ ctx: stranger, input })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(redeliverWebhook({ ctx: member, input: { deliveryId: 'x' } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const plain: AppCtx = { ...member, actor: { ...member.actor, role: 'member' } as AppCtx['actor'] }
    await expect(redeliverWebhook({ ctx: plain, input })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
