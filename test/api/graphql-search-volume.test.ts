import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { ask, send } from './graphql-client.ts'
import { asMember } from './graphql-member.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world?.close())

const ESTIMATE = `mutation ($input: EstimateSearchVolumeInput!) { estimateSearchVolume(input: $input) { replayed
  searchVolume { keyword country monthlyVolume confidence method asOf source cached creditsCharged } } }`
const CREDITS = '{ viewer { organization { credits } } }'

test('an estimate is charged once per idempotency key, however often it is requested', async () => {
  const { id } = await world.organization({ credits: 100 })
  const { key } = await world.organizationKey(id)
  const input = { keyword: 'task manager', country: 'US', idempotencyKey: 'once' }
  const { estimateSearchVolume: first } = await ask(world, key, ESTIMATE, { input })
  expect(first).toEqual({
    replayed: false,
    searchVolume: {
      keyword: 'task manager',
      country: 'US',
      monthlyVolume: expect.any(Number),
      confidence: 'LOW',
      method: 'SIMULATED',
      asOf: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      source: 'simulated',
      cached: false,
      creditsCharged: 40,
    },
  })
  const { data } = await asMember(world, id, 'member')(ESTIMATE, { input })
  expect(data.estimateSearchVolume).toEqual({ ...first, replayed: true })
  expect((await ask(world, key, CREDITS)).viewer.organization.credits).toBe(60)
  const conflicting = await send(world, key, {
    query: ESTIMATE,
    variables: { input: { ...input, country: 'DE' } },
  })
  expect(conflicting.errors?.[0]?.extensions.code).toBe('CONFLICT')
})

test('a refused estimate has the same error code as over REST and is not charged', async () => {
  const { id } = await world.organization({ credits: 39 })
  const project = await world.project({ organizationId: id })
  const { key } = await world.organizationKey(id)
  const { key: projectKey } = await world.projectKey(project.id)
  const good = { keyword: 'task manager', country: 'US', idempotencyKey: 'once' }
  const outcomeOf = async (callerKey: string, change: object) => {
    const variables = { input: { ...good, ...change } }
    return (await send(world, callerKey, { query: ESTIMATE, variables })).errors?.[0]?.extensions
  }
  expect(await outcomeOf(projectKey, {})).toMatchObject({ code: 'FORBIDDEN' })
  expect(await outcomeOf(key, {})).toMatchObject({ code: 'API_CREDITS_EXCEEDED' })
  expect(await outcomeOf(key, { keyword: ' ', idempotencyKey: '' })).toMatchObject({
    code: 'BAD_REQUEST',
    fieldErrors: { keyword: expect.any(String), idempotencyKey: expect.any(String) },
  })
  expect(await outcomeOf(key, { country: 'ZZ' })).toMatchObject({
    fieldErrors: { country: expect.any(String) },
  })
  expect(await outcomeOf(key, { country: 'us' })).toMatchObject({ code: 'BAD_REQUEST' })
  expect((await ask(world, key, CREDITS)).viewer.organization.credits).toBe(39)
})
