import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { type LoopbackVendor, openLoopbackVendor } from '../providers/wire-server.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'

const PERSONAS = [
  { name: 'none', text: null },
  { name: 'student', text: 'I am a student with a small budget.' },
]

let vendor: LoopbackVendor
let world: World
let client: Client
let key: string
let analysisId: string
beforeAll(async () => {
  vendor = await openLoopbackVendor()
  vendor.reply = ({ body }) => {
    const isStudent = JSON.stringify(body).includes('student')
    const content = isStudent ? 'Acme is the best choice.' : 'Globex is the best choice.'
    return { status: 200, body: { model: 'm', choices: [{ message: { content }, finish_reason: 'stop' }] } }
  }
  const options = { locationHint: false }
  world = await createWorld({
    providers: [
      { id: 'chat', driver: 'openai-compatible', model: 'm', baseUrl: `${vendor.url}/v1`, options },
      { id: 'search', driver: 'serpapi', baseUrl: vendor.url, options: { surface: 'ai_overview' } },
    ],
    environment: { SERPAPI_API_KEY: 'sk-secret' },
  })
  client = await createClient(world)
  const organization = await world.organization({ credits: 100 })
  ;({ key } = await world.organizationKey(organization.id))
  const { analysis } = await startAsyncAnalysis({
    ctx: world.member(organization.id),
    input: {
      prompt: 'Best tool?',
      brandName: 'Acme',
      replicates: 2,
      providers: ['chat'],
      locations: ['US'],
      personas: PERSONAS,
    },
  })
  analysisId = analysis.analysisId ?? ''
  await world.ended(analysisId)
})
afterAll(async () => {
  await world?.close()
  await vendor?.close()
})

describe('an analysis with personas', () => {
  it('asks each question once as each persona, and reserves a credit for each', async () => {
    const { body } = await client(`GET /v1/async-analysis/${analysisId}`, { key })
    expect(body.data.credits).toEqual({ reserved: 4, charged: 4, refunded: 0 })
    expect(body.data.personas).toEqual(PERSONAS)
    const asked = vendor.requests.map(({ body }) => (body as { messages: object[] }).messages)
    const question = { role: 'user', content: 'Best tool?' }
    const student = { role: 'system', content: 'I am a student with a small budget.' }
    expect(asked.filter((messages) => messages.length === 1)).toEqual([[question], [question]])
    expect(asked.filter((messages) => messages.length === 2)).toEqual([
      [student, question],
      [student, question],
    ])
  })

  it('records the persona and what the surface knew about the asker with each answer', async () => {
    const { body } = await client(`GET /v1/async-analysis/${analysisId}`, { key })
    const asker = { account: 'api', history: false, sampling: 'default' }
    expect(
      body.data.results.map(({ persona, replicate, asker }: Record<string, unknown>) => [
        persona,
        replicate,
        asker,
      ]),
    ).toEqual([
      ['none', 1, { ...asker, persona: 'none' }],
      ['none', 2, { ...asker, persona: 'none' }],
      ['student', 1, { ...asker, persona: 'system_prompt' }],
      ['student', 2, { ...asker, persona: 'system_prompt' }],
    ])
  })

  it('has metrics for each persona, and filters results by it', async () => {
    const { asyncAnalysis } = await ask(
      world,
      key,
      `query ($id: ID!) { asyncAnalysis(id: $id) {
        personas { name text }
        metrics(scope: PERSONA) { value summary { mentionRate { numerator denominator } agreement { value } } }
        results(filter: { persona: "student" }) { nodes { persona brand { mentioned } } }
      } }`,
      { id: analysisId },
    )
    expect(asyncAnalysis).toEqual({
      personas: PERSONAS,
      metrics: [
        {
          value: 'none',
          summary: { mentionRate: { numerator: 0, denominator: 2 }, agreement: { value: 1 } },
        },
        {
          value: 'student',
          summary: { mentionRate: { numerator: 2, denominator: 2 }, agreement: { value: 1 } },
        },
      ],
      results: {
        nodes: [
          { persona: 'student', brand: { mentioned: true } },
          { persona: 'student', brand: { mentioned: true } },
        ],
      },
    })
  })
})

describe('personas in a request', () => {
  const start = (personas: unknown, providers = ['chat']) =>
    client('POST /v1/async-analysis', {
      key,
      json: { prompt: 'Best?', brandName: 'Acme', replicates: 1, providers, locations: ['US'], personas },
    })

  it.each([
    ['without a name', [{ text: 'I am a student.' }], 'personas.0.name'],
    ['with the same name twice', [PERSONAS[1], PERSONAS[1]], 'personas'],
    ['that are empty', [], 'personas'],
    ['with an empty text', [{ name: 'a', text: ' ' }], 'personas.0.text'],
    ['with an unknown field', [{ ...PERSONAS[1], age: 20 }], 'personas.0.age'],
    ['that are too many', 'abcdef'.split('').map((name) => ({ name, text: name })), 'personas'],
  ])('%s are rejected with the field', async (_, personas, field) => {
    const { status, body } = await start(personas)
    expect(status).toBe(400)
    expect(Object.keys(body.details.fieldErrors)).toEqual([field])
  })

  it('are rejected for a surface that takes no description of a person', async () => {
    const { status, body } = await start(PERSONAS, ['chat', 'search'])
    expect(status).toBe(400)
    expect(body.details.fieldErrors.personas).toContain('search')
  })
})
