import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'

interface Shown {
  id: string
  prompt: string
  provider: string
  location: string
}

const FIRST = 'Best task manager?'
const SECOND = 'Is Taskfern any good? 100% "sure" & more'

let world: World
let client: Client
let project: RunProject
let runId: string
beforeAll(async () => {
  const providers = [
    { id: 'chatgpt', driver: 'simulated', aliases: ['provider_1'] },
    { id: 'gemini', driver: 'simulated' },
    // Has no recordings, so every question fails.
    { id: 'broken', driver: 'replay', options: { file: '/nonexistent/recordings.jsonl' } },
  ]
  world = await createWorld({ providers })
  client = await createClient(world)
  project = await createRunProject(world, client, {
    competitors: ['Boardly'],
    prompts: [
      { text: FIRST, providers: ['gemini', 'chatgpt'], locations: ['US', 'DE'], tags: ['Straße', 'all'] },
      { text: SECOND, providers: ['chatgpt', 'broken'], locations: ['US'], tags: ['All'] },
    ],
  })
  runId = await project.run()
})
afterAll(() => world?.close())

const cells = (shown: Shown[]) => shown.map(({ prompt, provider, location }) => [prompt, provider, location])
const list = async (query: string) => {
  const { status, body } = await project.call(`GET /v1/analysis/runs/${runId}/results?${query}`)
  expect(status).toBe(200)
  return body
}

describe('an ended run', () => {
  it('has its final status and counts', async () => {
    const { body } = await project.call(`GET /v1/analysis/runs/${runId}`)
    expect(body.data).toMatchObject({
      id: runId,
      status: 'partially_completed',
      trigger: 'manual',
      progress: { total: 6, completed: 5, failed: 1 },
    })
    expect(Date.parse(body.data.finishedAt)).toBeGreaterThanOrEqual(Date.parse(body.data.startedAt))
    expect((await project.call(`GET /v1/analysis/runs/${runId.toUpperCase()}`)).status).toBe(200)
  })

  it('has its results ordered by prompt, provider and location, each with the id of the run', async () => {
    const { data, pagination } = await list('')
    expect(cells(data)).toEqual([
      [FIRST, 'chatgpt', 'DE'],
      [FIRST, 'chatgpt', 'US'],
      [FIRST, 'gemini', 'DE'],
      [FIRST, 'gemini', 'US'],
      [SECOND, 'broken', 'US'],
      [SECOND, 'chatgpt', 'US'],
    ])
    expect(pagination).toEqual({ limit: 50, offset: 0, total: 6, hasMore: false })
    for (const result of data) {
      expect(result).toMatchObject({ runId, replicate: 1, promptId: expect.any(String) })
      expect(result).not.toHaveProperty('answer')
    }
    expect(data[4]).toMatchObject({ status: 'failed', error: { code: expect.any(String) }, brand: null })
  })

  it('has the same results under both paths', async () => {
    const byPath = await project.call(`GET /v1/analysis/runs/${runId}/results?limit=2&provider=chatgpt`)
    const byQuery = await project.call(`GET /v1/analysis/results?runId=${runId}&limit=2&provider=chatgpt`)
    expect(byQuery.text).toBe(byPath.text)
  })

  it('includes answer texts only on request', async () => {
    const { data } = await list('includeAnswer=true')
    expect(data[0].answer).toEqual(expect.stringMatching(/./))
    expect(data[4].answer).toBeNull()
    expect((await list('includeAnswer=false')).data[0]).not.toHaveProperty('answer')
    for (const query of [
      'includeAnswer=1',
      'includeAnswer=TRUE',
      'includeAnswer=',
      'location=de',
      'location=ZZ',
    ]) {
      const { status, body } = await project.call(`GET /v1/analysis/runs/${runId}/results?${query}`)
      expect([status, Object.keys(body.details.fieldErrors)]).toEqual([400, [query.split('=')[0]]])
    }
  })
})

describe('pages of results', () => {
  it('have each result exactly once for every page size', async () => {
    const all = (await list('')).data.map(({ id }: Shown) => id)
    for (const limit of [1, 2, 4, 6, 7]) {
      const seen: string[] = []
      for (let offset = 0, more = true; more; offset += limit) {
        const { data, pagination } = await list(`limit=${limit}&offset=${offset}`)
        expect(pagination).toMatchObject({ limit, offset, total: 6 })
        seen.push(...data.map(({ id }: Shown) => id))
        more = pagination.hasMore
      }
      expect(seen).toEqual(all)
    }
  })

  it('are empty beyond the end and have at most 200 results', async () => {
    expect(await list('offset=6')).toEqual({
      data: [],
      pagination: { limit: 50, offset: 6, total: 6, hasMore: false },
    })
    expect((await list('offset=9007199254740991')).data).toEqual([])
    expect((await list('provider=chatgpt&offset=9007199254740991')).data).toEqual([])
    expect((await list('limit=201')).pagination.limit).toBe(200)
  })

  it.each([
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'limit=x',
    'limit=',
    'offset=-1',
    'offset=1e1',
    'limit=1&limit=2',
  ])('refuse ?%s', async (query) => {
    const { status, body } = await project.call(`GET /v1/analysis/runs/${runId}/results?${query}`)
    expect(status).toBe(400)
    expect(Object.keys(body.details.fieldErrors)).toEqual([query.split('=')[0]])
  })
})

describe('filters of results', () => {
  it.each([
    [`prompt=${encodeURIComponent(SECOND)}`, [4, 5]],
    ['prompt=best task manager?', []],
    ['provider=gemini', [2, 3]],
    ['provider=provider_1', [0, 1, 5]],
    ['location=DE', [0, 2]],
    ['location=SE', []],
    ['tag=ALL', [0, 1, 2, 3, 4, 5]],
    [`tag=${encodeURIComponent(' straße ')}`, [0, 1, 2, 3]],
    ['tag=nothing', []],
    [`tag=all&provider=chatgpt&location=US&prompt=${encodeURIComponent(FIRST)}`, [1]],
  ])('by ?%s find exactly the matching results', async (query, expected) => {
    const all = (await list('')).data
    const { data, pagination } = await list(query)
    expect(data).toEqual(expected.map((index) => all[index]))
    expect(pagination.total).toBe(expected.length)
  })

  it('apply to the count and to the pages', async () => {
    const { data, pagination } = await list('provider=chatgpt&limit=1&offset=1')
    expect(cells(data)).toEqual([[FIRST, 'chatgpt', 'US']])
    expect(pagination).toEqual({ limit: 1, offset: 1, total: 3, hasMore: true })
  })

  it('find a prompt by its tags at the time of the run and by its current tags', async () => {
    const { prisma } = world.operator.db
    const { projectId } = project
    const tag = await prisma.tag.create({ data: { id: newId(), projectId, name: 'Later', key: 'later' } })
    const prompt = await prisma.prompt.findFirstOrThrow({ where: { projectId, text: SECOND } })
    await prisma.promptTag.deleteMany({ where: { promptId: prompt.id } })
    await prisma.promptTag.create({ data: { promptId: prompt.id, tagId: tag.id } })
    expect((await list('tag=later')).pagination.total).toBe(2)
    expect((await list('tag=all')).pagination.total).toBe(6)
  })

  it.each(['provider=claude', 'provider=', 'provider=CHATGPT'])(
    'refuse ?%s as an unknown provider with 400',
    async (query) => {
      const { status, body } = await project.call(`GET /v1/analysis/runs/${runId}/results?${query}`)
      expect(status).toBe(400)
      expect(body.error.code).toBe('INVALID_PROVIDER')
      expect(Object.keys(body.details.fieldErrors)).toEqual(['provider'])
    },
  )

  it.each(['prompt', 'tag', 'location'])('refuse %s with a NUL character with 400', async (name) => {
    const { status } = await project.call(`GET /v1/analysis/runs/${runId}/results?${name}=a%00`)
    expect(status).toBe(400)
  })
})

describe('a run in progress', () => {
  it('lists its results so far', async () => {
    const idle = await createWorld({ workers: false })
    try {
      const calls = await createClient(idle)
      const project = await createRunProject(idle, calls, {
        prompts: [{ text: 'One?', locations: ['US', 'DE'] }],
      })
      const { runId } = (await project.call('POST /v1/analysis/trigger')).body.data
      const path = `GET /v1/analysis/runs/${runId}/results` as const
      expect((await project.call(path)).body).toEqual({
        data: [],
        pagination: { limit: 50, offset: 0, total: 0, hasMore: false },
      })
      await idle.operator.db.prisma.result.updateMany({
        where: { batchId: runId, location: 'US' },
        data: { status: 'refused' },
      })
      const { data, pagination } = (await project.call(path)).body
      expect(cells(data)).toEqual([['One?', 'chatgpt', 'US']])
      expect(pagination.total).toBe(1)
    } finally {
      await idle.close()
    }
  })
})

describe('access to results', () => {
  const PATHS = ['runs/ID', 'runs/ID/results', 'results?runId=ID', 'trends']
  const pathOf = (name: string, id: string): `GET /${string}` => `GET /v1/analysis/${name.replace('ID', id)}`

  it.each(PATHS)('by %s requires a valid project key', async (name) => {
    expect((await client(pathOf(name, runId))).status).toBe(401)
    const { id, key } = await world.projectKey(project.projectId)
    await world.operator.db.prisma.apiKey.update({ where: { id }, data: { revokedAt: new Date() } })
    expect((await client(pathOf(name, runId), { key })).status).toBe(401)
    const { status, body } = await client(pathOf(name, runId), { key: project.organizationKey })
    expect(status).toBe(403)
    expect(body.error.code).toBe('PROJECT_SCOPED_KEY_REQUIRED')
  })

  it.each(PATHS.slice(0, 3))(
    'by %s is the same NOT_FOUND for other projects, a missing run and a malformed id',
    async (name) => {
      const stranger = await createRunProject(world, client)
      const { id } = await world.project({ organizationId: project.organizationId })
      const sibling = (await world.projectKey(id)).key
      const missing = await stranger.call(pathOf(name, newId()))
      expect(missing.status).toBe(404)
      expect((await stranger.call(pathOf(name, runId))).text).toBe(missing.text)
      expect((await client(pathOf(name, runId), { key: sibling })).text).toBe(missing.text)
      for (const id of ['nothing', '%00', '0']) {
        expect((await project.call(pathOf(name, id))).text).toBe(missing.text)
      }
    },
  )

  it('is NOT_FOUND for the id of an async analysis', async () => {
    const { prisma } = world.operator.db
    await prisma.organization.update({ where: { id: project.organizationId }, data: { creditBalance: 1 } })
    const json = { prompt: 'One?', replicates: 1, providers: ['chatgpt'], locations: ['US'] }
    const { analysisId } = (await project.call('POST /v1/async-analysis', { json })).body.data
    const { id } = await world.ended(analysisId)
    expect((await project.call(`GET /v1/analysis/runs/${id}`)).status).toBe(404)
    expect((await project.call(`GET /v1/analysis/runs/${id}/results`)).status).toBe(404)
  })

  it('requires exactly one runId', async () => {
    for (const query of ['', `?runId=${runId}&runId=${runId}`]) {
      const { status, body } = await project.call(`GET /v1/analysis/results${query}`)
      expect(status).toBe(400)
      expect(Object.keys(body.details.fieldErrors)).toEqual(['runId'])
    }
    // Validation comes before the lookup.
    const { status } = await project.call(`GET /v1/analysis/results?runId=${newId()}&limit=0`)
    expect(status).toBe(400)
  })
})
