import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PaidModel, startPaidModel } from '../paid-model.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'

let model: PaidModel
let world: World
let project: RunProject
let runId: string
beforeAll(async () => {
  model = await startPaidModel((prompt) => ({
    content: prompt.includes('in French') ? 'Taskfern est le meilleur choix.' : 'Globex ist die beste Wahl.',
  }))
  const { baseUrl } = model.provider('hinted') as { baseUrl: string }
  world = await createWorld({
    providers: [
      model.provider('hinted', { locationHint: true }),
      { id: 'located', driver: 'serpapi', baseUrl, options: { surface: 'ai_mode' } },
    ],
    environment: { SERPAPI_API_KEY: 'sk-secret' },
  })
  project = await createRunProject(world, await createClient(world), {
    prompts: [
      { text: 'Best CRM?', providers: ['hinted'], locations: ['de-CH', 'fr-CH', 'fr-CH/Geneva', 'CH'] },
    ],
  })
  runId = await project.run()
})
afterAll(async () => {
  await world?.close()
  model.close()
})

const resultsOf = async (query = '') => {
  const { body } = await project.call(`GET /v1/analysis/runs/${runId}/results${query}`)
  return body.data as Record<string, unknown>[]
}

describe('a run in two languages of one country', () => {
  it('asks each location in its language', () => {
    expect(model.asked.toSorted()).toEqual([
      'Best CRM?\n\nI am in Geneva, Switzerland. Please answer in French.',
      'Best CRM?\n\nI am in Switzerland.',
      'Best CRM?\n\nI am in Switzerland. Please answer in French.',
      'Best CRM?\n\nI am in Switzerland. Please answer in German.',
    ])
  })

  it('records what was requested, and how it was applied', async () => {
    const results = await resultsOf()
    expect(
      results.map(({ location, languageApplied, cityApplied }) => [location, languageApplied, cityApplied]),
    ).toEqual([
      ['CH', null, null],
      ['de-CH', 'prompt_hint', null],
      ['fr-CH', 'prompt_hint', null],
      ['fr-CH/Geneva', 'prompt_hint', 'prompt_hint'],
    ])
  })

  it('filters results by location', async () => {
    expect(await resultsOf('?location=fr-CH')).toMatchObject([
      { location: 'fr-CH', brand: { mentioned: true } },
    ])
  })

  it('has separate metrics for each language', async () => {
    const data = await ask(
      world,
      project.key,
      `query ($id: ID!) {
        run(id: $id) { metrics(scope: LOCATION) { value summary { mentionRate { value } } } }
      }`,
      { id: runId },
    )
    expect(data.run.metrics).toEqual([
      { value: 'CH', summary: { mentionRate: { value: 0 } } },
      { value: 'de-CH', summary: { mentionRate: { value: 0 } } },
      { value: 'fr-CH', summary: { mentionRate: { value: 1 } } },
      { value: 'fr-CH/Geneva', summary: { mentionRate: { value: 1 } } },
    ])
  })

  it('has trends for one of the languages', async () => {
    const { body } = await project.call('GET /v1/analysis/trends?location=fr-CH')
    expect(body.data).toMatchObject([{ runId }])
  })
})

describe('a location', () => {
  const create = (locations: string[], providers = ['hinted']) =>
    project.call('POST /v1/prompts', { json: { text: `Best CRM in ${locations}?`, locations, providers } })

  it.each(['fr', 'FR-CH', 'fr-ZZ', 'CH/', 'CH/Gen\neva', 'Switzerland'])(
    '%j is rejected with an example of a valid one',
    async (location) => {
      const { status, body } = await create([location])
      expect(status).toBe(400)
      expect(body.details.fieldErrors['locations.0']).toContain('such as fr-CH')
    },
  )

  it('is rejected if the provider has no such language', async () => {
    const { status, body } = await create(['fr-CH', 'gsw-CH'], ['located'])
    expect(status).toBe(400)
    expect(body.details.fieldErrors).toEqual({
      'locations.1': 'gsw-CH is not supported by located',
    })
  })
})

it('providers tell how they receive the language and the city', async () => {
  const { providers } = await ask(world, project.key, '{ providers { token languageApplied cityApplied } }')
  expect(providers).toEqual([
    { token: 'hinted', languageApplied: 'PROMPT_HINT', cityApplied: 'PROMPT_HINT' },
    { token: 'located', languageApplied: 'NATIVE', cityApplied: 'NATIVE' },
  ])
})
