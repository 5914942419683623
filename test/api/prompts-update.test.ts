import { describe, expect, it } from 'vitest'
import { type ProjectClient, UNKNOWN_ID, useWorld } from './project-client.ts'

const { createProject } = useWorld()
const european = useWorld({
  providers: [
    { id: 'everywhere', driver: 'simulated' },
    { id: 'european', driver: 'simulated', locations: ['DE', 'FR'] },
  ],
})

const onePrompt = async ({ call }: ProjectClient) => {
  const fields = { text: 'a', providers: ['chatgpt', 'grok'], locations: ['US', 'DE'], tags: ['t'] }
  return (await call('POST /v1/prompts', fields)).body.data
}

describe('PATCH /v1/prompts/{promptId}', () => {
  it.each([
    ['nothing', {}, {}],
    ['its text', { text: ' b ' }, { text: 'b' }],
    ['its text to the same text', { text: 'a' }, {}],
    ['its providers', { providers: ['provider_2'] }, { providers: ['perplexity'] }],
    ['its locations', { locations: ['FR'] }, { locations: ['FR'] }],
    ['its tags', { tags: ['u', 'T'] }, { tags: ['t', 'u'] }],
    ['whether it is active', { active: false }, { active: false }],
    [
      'all',
      { text: 'b', providers: ['grok'], locations: ['FR'] },
      { text: 'b', providers: ['grok'], locations: ['FR'] },
    ],
  ])('changes %s and keeps the rest', async (_, changes, effect) => {
    const project = await createProject()
    const prompt = await onePrompt(project)
    const { status, body } = await project.call(`PATCH /v1/prompts/${prompt.id}`, changes)
    expect(status).toBe(200)
    expect(body.data).toEqual({ ...prompt, ...effect, updatedAt: expect.any(String) })
    expect((await project.call('GET /v1/prompts')).body.data).toEqual([body.data])
  })

  it.each([
    ['an empty text', { text: '' }, 'text'],
    ['null', { text: null }, 'text'],
    ['no providers', { providers: [] }, 'providers'],
    ['no locations', { locations: [] }, 'locations'],
    ['an id', { id: UNKNOWN_ID }, 'id'],
  ])('refuses %s, even for a prompt that does not exist', async (_, changes, field) => {
    const project = await createProject()
    for (const id of [(await onePrompt(project)).id, UNKNOWN_ID]) {
      const { status, body } = await project.call(`PATCH /v1/prompts/${id}`, changes)
      expect(status).toBe(400)
      expect(Object.keys(body.details.fieldErrors)).toEqual([field])
    }
  })

  it('answers 409 for the text of another prompt, and leaves both unchanged', async () => {
    const { call, prompts } = await createProject()
    const [a] = await prompts('a', 'b')
    const { status, body } = await call(`PATCH /v1/prompts/${a?.id}`, { text: 'b', active: false })
    expect(status).toBe(409)
    expect(body).toEqual({ error: { code: 'CONFLICT', message: expect.any(String) } })
    expect((await call('GET /v1/prompts')).body.data).toMatchObject([
      { text: 'a', active: true },
      { text: 'b' },
    ])
  })

  it('validates new locations against the current providers, and new providers against the current locations', async () => {
    const { call } = await european.createProject()
    const fields = { text: 'a', providers: ['european'], locations: ['DE'] }
    const { data } = (await call('POST /v1/prompts', fields)).body
    const patch = (changes: object) => call(`PATCH /v1/prompts/${data.id}`, changes)
    const located = await patch({ locations: ['FR', 'US'] })
    expect(located.status).toBe(400)
    expect(Object.keys(located.body.details.fieldErrors)).toEqual(['locations.1'])
    expect((await patch({ providers: ['everywhere'], locations: ['US'] })).status).toBe(200)
    const assigned = await call(`PUT /v1/prompts/${data.id}/providers`, {
      providers: ['everywhere', 'european'],
    })
    expect(assigned.status).toBe(400)
    expect(Object.keys(assigned.body.details.fieldErrors)).toEqual(['providers.1'])
  })

  it('keeps texts distinct under concurrent changes', async () => {
    const { call, prompts } = await createProject()
    const created = await prompts(...Array.from({ length: 10 }, (_, index) => `prompt ${index}`))
    const answers = await Promise.all(
      created.map(({ id }) => call(`PATCH /v1/prompts/${id}`, { text: 'wanted' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
  })
})

describe('PUT /v1/prompts/{promptId}/providers', () => {
  it('replaces the whole list and keeps the rest', async () => {
    const project = await createProject()
    const prompt = await onePrompt(project)
    const { status, body } = await project.call(`PUT /v1/prompts/${prompt.id}/providers`, {
      providers: ['provider_6', 'chatgpt'],
    })
    expect(status).toBe(200)
    expect(body.data).toEqual({ ...prompt, providers: ['copilot', 'chatgpt'], updatedAt: expect.any(String) })
  })

  it.each([
    ['no list', {}, 'BAD_REQUEST', 'providers'],
    ['an empty list', { providers: [] }, 'BAD_REQUEST', 'providers'],
    ['a number', { providers: ['chatgpt', 1] }, 'BAD_REQUEST', 'providers.1'],
    ['a provider twice', { providers: ['chatgpt', 'chatgpt'] }, 'BAD_REQUEST', 'providers.1'],
    ['an unknown provider', { providers: ['chatgpt', 'nope'] }, 'INVALID_PROVIDER', 'providers.1'],
  ])('refuses %s', async (_, json, code, field) => {
    const project = await createProject()
    const prompt = await onePrompt(project)
    const { status, body } = await project.call(`PUT /v1/prompts/${prompt.id}/providers`, json)
    expect(status).toBe(400)
    expect(body.error.code).toBe(code)
    expect(Object.keys(body.details.fieldErrors)).toEqual([field])
  })
})

describe('a prompt that is missing, deleted or in another project', () => {
  it.each([
    ['PATCH', '', { text: 'x' }],
    ['PUT', '/providers', { providers: ['grok'] }],
  ])('gets the same 404 from %s /v1/prompts/{promptId}%s', async (method, path, json) => {
    const { call, prompts } = await createProject()
    const otherProject = await createProject()
    const [theirs] = await otherProject.prompts('theirs')
    const [deleted] = await prompts('deleted')
    await call('POST /v1/prompts/batch', { delete: [deleted?.id] })
    const bodies = new Set<string>()
    for (const id of [UNKNOWN_ID, theirs?.id, deleted?.id, 'no-uuid', '%00', "'"]) {
      const { status, text } = await call(`${method} /v1/prompts/${id}${path}`, json)
      expect(status).toBe(404)
      bodies.add(text)
    }
    expect(bodies.size).toBe(1)
    expect((await otherProject.call('GET /v1/prompts')).body.data).toMatchObject([{ text: 'theirs' }])
  })
})
