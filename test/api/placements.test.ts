import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { type LoopbackVendor, openLoopbackVendor } from '../providers/wire-server.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'

/** Cards by the prompt's text. The text of each answer names Globex only. */
const CARDS: Record<string, object> = {
  'Best box?': {
    shopping_results: [
      {
        title: 'Taskfern Box',
        extracted_price: 49.5,
        source: 'Shop',
        product_link: 'https://shop.example/1',
      },
      { title: 'Initech Crate 3000', source: 'Shop' },
    ],
    local_results: { places: [{ title: 'Globex Store', website: 'https://globex.example/' }] },
  },
  'Best crate?': { shopping_results: [{ title: 'Globex Crate' }] },
  'Best bag?': {},
}
const TEXT = 'Globex is the best choice. Initech is an alternative.'

let vendor: LoopbackVendor
let world: World
let client: Client
let project: RunProject
let runId: string
let globexId: string
beforeAll(async () => {
  vendor = await openLoopbackVendor()
  vendor.reply = ({ query }) => ({
    status: 200,
    body: {
      search_metadata: { status: 'Success' },
      search_parameters: { engine: 'google_ai_mode', gl: 'us' },
      text_blocks: [{ type: 'paragraph', snippet: TEXT }],
      references: [],
      ...CARDS[query.get('q') ?? ''],
    },
  })
  world = await createWorld({
    providers: [{ id: 'asked', driver: 'serpapi', baseUrl: vendor.url, options: { surface: 'ai_mode' } }],
    environment: { SERPAPI_API_KEY: 'sk-secret' },
  })
  client = await createClient(world)
  project = await createRunProject(world, client, {
    competitors: ['Globex'],
    prompts: Object.keys(CARDS).map((text) => ({ text, providers: ['asked'] })),
  })
  const competitor = await world.operator.db.prisma.competitor.findFirstOrThrow({
    where: { projectId: project.projectId },
  })
  globexId = competitor.id
  runId = await project.run()
})
afterAll(async () => {
  await world?.close()
  await vendor?.close()
})

const UNKNOWN = { brand: null, seller: null, price: null, currency: null, url: null }

describe('cards next to an answer', () => {
  it('are placements of the result, with the tracked and discovered brands that they show', async () => {
    const { body } = await project.call(`GET /v1/analysis/runs/${runId}/results`)
    const placements = Object.fromEntries(
      body.data.map((result: { prompt: string; placements: unknown }) => [result.prompt, result.placements]),
    )
    expect(placements['Best box?']).toEqual([
      {
        ...UNKNOWN,
        kind: 'product',
        title: 'Taskfern Box',
        seller: 'Shop',
        price: 49.5,
        url: 'https://shop.example/1',
        position: 1,
        entityIds: ['brand'],
        discovered: [],
      },
      {
        ...UNKNOWN,
        kind: 'product',
        title: 'Initech Crate 3000',
        seller: 'Shop',
        position: 2,
        entityIds: [],
        discovered: ['Initech'],
      },
      {
        ...UNKNOWN,
        kind: 'local_business',
        title: 'Globex Store',
        url: 'https://globex.example/',
        position: 1,
        entityIds: [globexId],
        discovered: [],
      },
    ])
    expect(placements['Best bag?']).toEqual([])
  })

  it('do not count as mentions', async () => {
    const { body } = await project.call(`GET /v1/analysis/runs/${runId}/results`)
    for (const { brand } of body.data) expect(brand.mentioned).toBe(false)
  })

  it('have a rate for each tracked brand, out of the answers with cards', async () => {
    const data = await ask(
      world,
      project.key,
      `query ($id: ID!) {
        run(id: $id) { summary {
          mentionRate { numerator denominator }
          entities { name placementRate { value numerator denominator low high } }
        } }
      }`,
      { id: runId },
    )
    expect(data.run.summary).toEqual({
      mentionRate: { numerator: 0, denominator: 3 },
      entities: [
        {
          name: 'Taskfern',
          placementRate: {
            value: 0.5,
            numerator: 1,
            denominator: 2,
            low: expect.any(Number),
            high: expect.any(Number),
          },
        },
        { name: 'Globex', placementRate: expect.objectContaining({ value: 1, numerator: 2 }) },
      ],
    })
  })

  it('filter results by the brand that they show', async () => {
    const promptsWith = async (filter: string) => {
      const data = await ask(
        world,
        project.key,
        `query ($id: ID!) { run(id: $id) { results(filter: { ${filter} }) { nodes { promptText } } } }`,
        { id: runId },
      )
      return data.run.results.nodes.map(({ promptText }: { promptText: string }) => promptText).toSorted()
    }
    expect(await promptsWith('placed: true')).toEqual(['Best box?'])
    expect(await promptsWith(`placed: true, entityId: "${globexId}"`)).toEqual(['Best box?', 'Best crate?'])
  })

  it('are filled by a re-extraction of answers that were stored without them', async () => {
    await world.operator.db.pool.query(
      `UPDATE result SET first_observation = first_observation - 'placements' WHERE batch_id = $1`,
      [runId],
    )
    const before = await project.call(`GET /v1/analysis/runs/${runId}/results`)
    expect(before.body.data[0].placements).toBeNull()
    await ask(
      world,
      project.key,
      'mutation ($id: ID!) { reextractRun(input: { runId: $id }) { reextraction { id } } }',
      { id: runId },
    )
    await eventually(async () => {
      const { body } = await project.call(`GET /v1/analysis/runs/${runId}/results`)
      expect(body.data[0].placements).toHaveLength(3)
    })
  })
})
