import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'

const QUESTION = { brandName: 'Acme', providers: ['chatgpt'], locations: ['US'] }

let world: World
let call: Client
beforeAll(async () => {
  world = await createWorld({ workers: false })
  call = await createClient(world)
})
afterAll(() => world?.close())

async function newCaller(credits = 100) {
  const { id: organizationId } = await world.organization({ credits })
  const { key } = await world.organizationKey(organizationId)
  const { prisma } = world.operator.db
  return {
    start: (json: object) => call('POST /v1/async-analysis', { key, json: { ...QUESTION, ...json } }),
    async account() {
      const { creditBalance } = await prisma.organization.findUniqueOrThrow({ where: { id: organizationId } })
      return { credits: creditBalance, batches: await prisma.batch.count({ where: { organizationId } }) }
    },
  }
}

it('refuses an analysis without reserving credits if the balance does not cover stopWhen.atMost', async () => {
  const caller = await newCaller(9)
  const stopWhen = { halfWidth: 0.5, atMost: 10 }
  const { status, body } = await caller.start({ prompt: 'Which?', replicates: 1, stopWhen })
  expect([status, body.error.code]).toEqual([403, 'API_CREDITS_EXCEEDED'])
  expect(await caller.account()).toEqual({ credits: 9, batches: 0 })
})

it.each([
  [{ halfWidth: 0, atMost: 5 }, 'stopWhen.halfWidth', 'must be above 0: 0.1 stops at ± 10 points'],
  [
    { halfWidth: 10, atMost: 5 },
    'stopWhen.halfWidth',
    'must be at most 0.5: it is a share, 0.1 for ± 10 points',
  ],
  [{ halfWidth: 0.1 }, 'stopWhen.atMost', 'is required'],
  [
    { halfWidth: 0.1, atMost: 2 },
    'stopWhen.atMost',
    'must be at least replicates, the size of the first round: raise it to 3, or lower replicates',
  ],
  [{ halfWidth: 0.1, atMost: 101 }, 'stopWhen.atMost', 'must be at most 100'],
  [{ halfWidth: 0.1, atMost: 5, width: 1 }, 'stopWhen.width', expect.any(String)],
  [0.1, 'stopWhen', 'must be an object with halfWidth and atMost'],
])('names the invalid field of stopWhen and says how to fix it: %j', async (stopWhen, field, message) => {
  const caller = await newCaller()
  const { status, body } = await caller.start({ prompt: 'Which?', replicates: 3, stopWhen })
  expect([status, body.details?.fieldErrors]).toEqual([400, { [field]: message }])
  expect(await caller.account()).toEqual({ credits: 100, batches: 0 })
})

it('counts stopWhen.atMost replicates against the limit of units', async () => {
  const caller = await newCaller()
  const prompts = Array.from({ length: 100 }, (_, n) => `Which, ${n}?`)
  const locations = ['US', 'DE']
  const stopWhen = { halfWidth: 0.1, atMost: 51 }
  const { body } = await caller.start({ prompts, locations, replicates: 1, stopWhen })
  expect(body.details.fieldErrors).toEqual({
    'stopWhen.atMost':
      'prompts × providers × locations × stopWhen.atMost is 10200; at most 10000 are accepted',
  })
})
