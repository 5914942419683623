import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, insertPrompt, type RunProject } from './run-project.ts'
import { runWithAnswers, type ScriptedAnswer, type Unit } from './scripted-run.ts'

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
/** Returns answers that name the brand for prompts below this number. */
const namedBelow =
  (limit: number, model?: string) =>
  (unit: Unit): ScriptedAnswer => ({ brand: numberOf(unit) < limit ? 1 : null, ...(model && { model }) })

const newest = async (project: RunProject, query = '') =>
  (await project.call(`GET /v1/analysis/trends?includeEntities=true&${query}`)).body.data[0]

it('a change of most prompts is "moved" with its difference, and a change of few prompts is "within_noise"', async () => {
  const project = await createRunProject(world, client, { prompts: QUESTIONS })
  const first = await runWithAnswers(world, project, namedBelow(0))
  await runWithAnswers(world, project, namedBelow(9))
  const moved = await newest(project)
  expect(moved).toMatchObject({ comparison: 'moved', change: { previousRunId: first, prompts: 12 } })
  expect(moved.change.difference).toBeCloseTo(9 / 12)
  expect(moved.change.low).toBeGreaterThan(0)
  await runWithAnswers(world, project, namedBelow(8))
  const noise = await newest(project)
  expect(noise.comparison).toBe('within_noise')
  expect(noise.change.difference).toBeCloseTo(-1 / 12)
  // A run in which every question failed is skipped.
  await runWithAnswers(world, project, () => 'failed')
  await runWithAnswers(world, project, namedBelow(8))
  expect((await newest(project)).change).toMatchObject({ previousRunId: noise.runId, difference: 0 })
})

it('only prompts that both runs asked and got answers to are compared', async () => {
  const project = await createRunProject(world, client, { prompts: QUESTIONS })
  await runWithAnswers(world, project, (unit) => (numberOf(unit) < 2 ? 'refused' : { brand: null }))
  for (let n = 20; n < 40; n += 1) await insertPrompt(world, project.projectId, { text: `Question ${n}?` })
  await runWithAnswers(world, project, (unit) => ({ brand: numberOf(unit) >= 20 ? 1 : null }))
  // The new prompts raise the rate, but the common prompts have not changed.
  expect(await newest(project)).toMatchObject({
    comparison: 'within_noise',
    change: { prompts: 10, difference: 0 },
    mentionRate: { numerator: 20, denominator: 32 },
  })
})

it('fewer than ten prompts in common are "insufficient"', async () => {
  const project = await createRunProject(world, client, { prompts: QUESTIONS.slice(0, 9) })
  await runWithAnswers(world, project, namedBelow(0))
  await runWithAnswers(world, project, namedBelow(9))
  expect(await newest(project)).toMatchObject({ comparison: 'insufficient', change: { difference: null } })
})

it('another brand, another model or no prompt in common is "not_comparable"', async () => {
  const project = await createRunProject(world, client, { prompts: QUESTIONS })
  const { prisma } = world.operator.db
  await runWithAnswers(world, project, namedBelow(3))
  await runWithAnswers(world, project, namedBelow(3, 'model-2'))
  expect((await newest(project)).comparison).toBe('not_comparable')
  await prisma.project.update({ where: { id: project.projectId }, data: { aliases: ['TF'] } })
  await runWithAnswers(world, project, namedBelow(3, 'model-2'))
  expect((await newest(project)).comparison).toBe('not_comparable')
  await prisma.prompt.updateMany({ where: { projectId: project.projectId }, data: { locations: ['DE'] } })
  await runWithAnswers(world, project, namedBelow(3, 'model-2'))
  expect((await newest(project)).comparison).toBe('not_comparable')
  await runWithAnswers(world, project, namedBelow(3, 'model-2'))
  expect((await newest(project)).comparison).toBe('within_noise')
})

it('each provider is compared separately, even with two filters', async () => {
  const prompts = QUESTIONS.map((prompt) => ({ ...prompt, providers: ['chatgpt', 'gemini'], tags: ['x'] }))
  const project = await createRunProject(world, client, { prompts })
  await runWithAnswers(world, project, namedBelow(1))
  await runWithAnswers(world, project, (unit) => namedBelow(unit.provider === 'gemini' ? 11 : 1)(unit))
  expect((await newest(project, 'provider=gemini')).comparison).toBe('moved')
  expect((await newest(project, 'provider=chatgpt')).comparison).toBe('within_noise')
  expect((await newest(project, 'provider=gemini&location=US')).comparison).toBe('moved')
  expect((await newest(project, 'provider=chatgpt&tag=x')).comparison).toBe('within_noise')
  expect((await newest(project, 'provider=chatgpt&location=FR')).comparison).toBe('not_comparable')
})
