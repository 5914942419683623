import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { runWith, type Said, type Unit } from './measured-run.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunPlace, insertPrompt, type RunPlace } from './run-place.ts'

let world: World
let client: Client
beforeAll(async () => {
  const providers = [
    { id: 'chatgpt', driver: 'simulated' },
    { id: 'gemini', driver: 'simulated' },
  ]
  world = await createWorld({ workers: false, providers })
  client = await createClient(world)
})
afterAll(() => world?.close())

const QUESTIONS = Array.from({ length: 12 }, (_, n) => ({ text: `Question ${n}?` }))
const numberOf = ({ prompt }: Unit) => Number(/\d+/.exec(prompt)?.[0])
/** The brand is named in answers to the questions below a number. */
const namedBelow =
  (limit: number, model?: string) =>
  (unit: Unit): Said => ({ brand: numberOf(unit) < limit ? 1 : null, ...(model && { model }) })

const newest = async (place: RunPlace, query = '') =>
  (await place.call(`GET /v1/analysis/trends?${query}`)).body.data[0]

it('a change of most prompts has moved, with its difference; a change of few is noise', async () => {
  const place = await createRunPlace(world, client, { prompts: QUESTIONS })
  const first = await runWith(world, place, namedBelow(0))
  await runWith(world, place, namedBelow(9))
  const moved = await newest(place)
  expect(moved).toMatchObject({ comparison: 'moved', change: { previousRunId: first, prompts: 12 } })
  expect(moved.change.difference).toBeCloseTo(9 / 12)
  expect(moved.change.low).toBeGreaterThan(0)
  await runWith(world, place, namedBelow(8))
  const noise = await newest(place)
  expect(noise.comparison).toBe('within_noise')
  expect(noise.change.difference).toBeCloseTo(-1 / 12)
  // A run that failed altogether is passed over.
  await runWith(world, place, () => 'failed')
  await runWith(world, place, namedBelow(8))
  expect((await newest(place)).change).toMatchObject({ previousRunId: noise.runId, difference: 0 })
})

it('only what both runs asked and had answered counts', async () => {
  const place = await createRunPlace(world, client, { prompts: QUESTIONS })
  await runWith(world, place, (unit) => (numberOf(unit) < 2 ? 'refused' : { brand: null }))
  for (let n = 20; n < 40; n += 1) await insertPrompt(world, place.projectId, { text: `Question ${n}?` })
  await runWith(world, place, (unit) => ({ brand: numberOf(unit) >= 20 ? 1 : null }))
  // The new prompts raise the rate, and nothing has moved.
  expect(await newest(place)).toMatchObject({
    comparison: 'within_noise',
    change: { prompts: 10, difference: 0 },
    mentionRate: { numerator: 20, denominator: 32 },
  })
})

it('fewer than ten prompts in common are insufficient', async () => {
  const place = await createRunPlace(world, client, { prompts: QUESTIONS.slice(0, 9) })
  await runWith(world, place, namedBelow(0))
  await runWith(world, place, namedBelow(9))
  expect(await newest(place)).toMatchObject({ comparison: 'insufficient', change: { difference: null } })
})

it('another brand, another model, or nothing in common is not comparable', async () => {
  const place = await createRunPlace(world, client, { prompts: QUESTIONS })
  const { prisma } = world.operator.db
  await runWith(world, place, namedBelow(3))
  await runWith(world, place, namedBelow(3, 'model-2'))
  expect((await newest(place)).comparison).toBe('not_comparable')
  await prisma.project.update({ where: { id: place.projectId }, data: { aliases: ['TF'] } })
  await runWith(world, place, namedBelow(3, 'model-2'))
  expect((await newest(place)).comparison).toBe('not_comparable')
  await prisma.prompt.updateMany({ where: { projectId: place.projectId }, data: { locations: ['DE'] } })
  await runWith(world, place, namedBelow(3, 'model-2'))
  expect((await newest(place)).comparison).toBe('not_comparable')
  await runWith(world, place, namedBelow(3, 'model-2'))
  expect((await newest(place)).comparison).toBe('within_noise')
})

it('each provider is compared by itself, also under two filters', async () => {
  const prompts = QUESTIONS.map((prompt) => ({ ...prompt, providers: ['chatgpt', 'gemini'], tags: ['x'] }))
  const place = await createRunPlace(world, client, { prompts })
  await runWith(world, place, namedBelow(1))
  await runWith(world, place, (unit) => namedBelow(unit.provider === 'gemini' ? 11 : 1)(unit))
  expect((await newest(place, 'provider=gemini')).comparison).toBe('moved')
  expect((await newest(place, 'provider=chatgpt')).comparison).toBe('within_noise')
  expect((await newest(place, 'provider=gemini&location=US')).comparison).toBe('moved')
  expect((await newest(place, 'provider=chatgpt&tag=x')).comparison).toBe('within_noise')
  expect((await newest(place, 'provider=chatgpt&location=FR')).comparison).toBe('not_comparable')
})
