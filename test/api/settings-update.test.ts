import { describe, expect, it } from 'vitest'
import { UNKNOWN_ID, useWorld } from './project-client.ts'

const { world, createProject } = useWorld()

type Prompt = { id: string; text: string; updatedAt: string }

describe('PUT /v1/settings', () => {
  it('changes the given parts and keeps the rest', async () => {
    const { call } = await createProject()
    const put = async (body: object) => {
      const { version, ...settings } = (await call('PUT /v1/settings', body)).body.data
      expect(version).toEqual(expect.any(Number))
      return settings
    }
    const schedule = { enabled: false, dayOfWeek: 1, hour: 3, minute: 0, timezone: 'UTC', nextRunAt: null }
    const empty = { prompts: [], competitors: [], schedule }
    expect(await put({})).toEqual(empty)
    const withPrompts = await put({ prompts: ['a', { text: 'b' }] })
    expect(withPrompts).toMatchObject({ competitors: [], schedule, prompts: [{ text: 'a' }, { text: 'b' }] })
    const withCompetitor = await put({ competitors: ['Boardly'] })
    expect(withCompetitor).toEqual({
      ...withPrompts,
      competitors: [{ id: expect.any(String), name: 'Boardly', url: null }],
    })
    expect(await put({ enabled: true })).toEqual({
      ...withCompetitor,
      schedule: { ...schedule, enabled: true, nextRunAt: expect.any(String) },
    })
    expect(await put({ enabled: false })).toEqual(withCompetitor)
    expect(await put({ prompts: [], competitors: [] })).toEqual(empty)
  })

  it('keeps id, times and fields of prompts that are named by text or id, and deletes the others', async () => {
    const { call } = await createProject()
    const fields = { providers: ['grok'], locations: ['DE'], tags: ['t'], active: false }
    const create = ['a', { text: 'b', ...fields }, { text: 'c', ...fields }, 'd']
    const { created } = (await call('POST /v1/prompts/batch', { create })).body.data
    const [, b, c] = created as Prompt[]
    const { prompts } = (await call('PUT /v1/settings', { prompts: ['new', { id: c?.id }, ' b '] })).body.data
    expect(prompts).toEqual([b, c, expect.objectContaining({ text: 'new', locations: ['US'] })])
    expect((await call('GET /v1/prompts')).body.data).toEqual(prompts)
  })

  it('changes the given fields of an existing prompt, including its text', async () => {
    const { call, prompts: make } = await createProject()
    const [a, b] = await make('a', 'b')
    const { status, body } = await call('PUT /v1/settings', {
      prompts: [
        { text: 'a', tags: ['t'], providers: ['provider_7'] },
        { id: b?.id.toUpperCase(), text: 'b2', locations: ['FR'], active: false },
      ],
    })
    expect(status).toBe(200)
    expect(body.data.prompts).toEqual([
      { ...a, tags: ['t'], providers: ['grok'], updatedAt: expect.any(String) },
      { ...b, text: 'b2', locations: ['FR'], active: false, updatedAt: expect.any(String) },
    ])
  })

  it('lets prompts exchange texts', async () => {
    const { call, prompts: make } = await createProject()
    const [a, b] = await make('a', 'b', 'c')
    const { status, body } = await call('PUT /v1/settings', {
      prompts: [{ id: a?.id, text: 'b' }, { id: b?.id, text: 'c' }, 'a'],
    })
    expect(status).toBe(200)
    const [first, second, third] = body.data.prompts
    expect([first, second]).toMatchObject([
      { id: a?.id, text: 'b' },
      { id: b?.id, text: 'c' },
    ])
    expect(third.text).toBe('a')
  })

  it('names every invalid field of all parts at once', async () => {
    const { call } = await createProject()
    const { status, body } = await call('PUT /v1/settings', {
      prompts: ['', { text: 'a', providers: ['nope'] }, {}, { id: 'x' }, 5, { text: 'b', locations: ['us'] }],
      competitors: ['', { name: 'a', url: 'x' }],
      enabled: 'yes',
      schedule: {},
    })
    expect(status).toBe(400)
    expect(Object.keys(body.details.fieldErrors).toSorted()).toEqual([
      'competitors.0',
      'competitors.1.url',
      'enabled',
      'prompts.0',
      'prompts.1.providers.0',
      'prompts.2.text',
      'prompts.3.id',
      'prompts.4',
      'prompts.5.locations.0',
      'schedule',
    ])
  })

  it('refuses a text or a prompt that is listed twice', async () => {
    const { call, prompts: make } = await createProject()
    const [a, b] = await make('a', 'b')
    const wrong = async (...prompts: unknown[]) => {
      const { status, body } = await call('PUT /v1/settings', { prompts })
      expect(status).toBe(400)
      return Object.keys(body.details.fieldErrors)
    }
    expect(await wrong('x', 'y', { text: ' x ' })).toEqual(['prompts.2'])
    expect(await wrong({ id: a?.id }, 'a')).toEqual(['prompts.1'])
    expect(await wrong({ id: a?.id }, { id: a?.id, text: 'other' })).toEqual(['prompts.1'])
    expect(await wrong({ id: a?.id, text: 'b' }, { id: b?.id })).toEqual(['prompts.1'])
  })

  it('is INVALID_PROVIDER for unknown providers', async () => {
    const { call } = await createProject()
    const { status, body } = await call('PUT /v1/settings', { prompts: [{ text: 'a', providers: ['nope'] }] })
    expect(status).toBe(400)
    expect(body.error.code).toBe('INVALID_PROVIDER')
    expect(Object.keys(body.details.fieldErrors)).toEqual(['prompts.0.providers.0'])
  })

  it('answers 404 for ids of another project, and changes no settings', async () => {
    const { call, prompts: make } = await createProject()
    const otherProject = await createProject()
    const [theirs] = await otherProject.prompts('theirs')
    await make('mine')
    for (const id of [UNKNOWN_ID, theirs?.id]) {
      const json = { prompts: [{ id }], competitors: ['Boardly'], enabled: true }
      expect((await call('PUT /v1/settings', json)).status).toBe(404)
      const withForeignCompetitor = { prompts: ['new'], competitors: [{ id, name: 'x' }], enabled: true }
      expect((await call('PUT /v1/settings', withForeignCompetitor)).status).toBe(404)
    }
    const { prompts, competitors, schedule } = (await call('PUT /v1/settings', {})).body.data
    expect({ prompts, competitors, enabled: schedule.enabled }).toMatchObject({
      prompts: [{ text: 'mine' }],
      competitors: [],
      enabled: false,
    })
    expect((await otherProject.call('GET /v1/prompts')).body.data).toHaveLength(1)
  })

  it('replaces 500 prompts with 500 others', async () => {
    const { call } = await createProject()
    const list = (name: string) => Array.from({ length: 500 }, (_, index) => `${name} ${index}`)
    expect((await call('PUT /v1/settings', { prompts: list('old') })).status).toBe(200)
    const { status, body } = await call('PUT /v1/settings', { prompts: list('new') })
    expect(status).toBe(200)
    expect(body.data.prompts).toHaveLength(500)
    const rows = await world().operator.db.prisma.prompt.count({ where: { text: { startsWith: 'old' } } })
    expect(rows).toBeGreaterThanOrEqual(500)
  })
})

describe('a change with expectedVersion', () => {
  it('is made only if nothing else has changed since that version', async () => {
    const { call, prompts, projectId } = await createProject()
    const [prompt] = await prompts('a')
    const promptId = prompt?.id
    const versionOf = async (): Promise<number> => (await call('GET /v1/settings')).body.data.version
    const changes: [request: Parameters<typeof call>[0], body: object][] = [
      ['POST /v1/prompts', { text: 'b' }],
      [`PATCH /v1/prompts/${promptId}`, { active: false }],
      [`PUT /v1/prompts/${promptId}/providers`, { providers: ['chatgpt'] }],
      ['POST /v1/prompts/batch', { create: ['c'] }],
      ['PUT /v1/settings/tags', { projectPromptId: promptId, tags: ['A'] }],
      ['PATCH /v1/settings/tags', { projectPromptId: promptId, add: ['B'] }],
      ['PUT /v1/settings/competitors', { competitors: ['Boardly'] }],
      ['PUT /v1/settings/schedule', { enabled: true }],
      ['PUT /v1/settings', { competitors: ['Listly'] }],
      [`PATCH /v1/projects/${projectId}`, { displayName: 'Planners' }],
    ]
    for (const [request, body] of changes) {
      const expectedVersion = await versionOf()
      const stale = await call(request, { ...body, expectedVersion: expectedVersion - 1 })
      expect(stale, request).toMatchObject({
        status: 409,
        body: {
          error: { code: 'CONFLICT' },
          details: { fieldErrors: { expectedVersion: expect.any(String) } },
        },
      })
      const { status } = await call(request, { ...body, expectedVersion })
      expect({ request, isChanged: status < 300 }).toEqual({ request, isChanged: true })
      expect(await versionOf(), request).toBe(expectedVersion + 1)
    }
  })

  it('deletes a prompt only if nothing else has changed since that version', async () => {
    const { call, prompts } = await createProject()
    const [prompt] = await prompts('a')
    const { version } = (await call('GET /v1/settings')).body.data
    const remove = (expectedVersion: unknown) =>
      call(`DELETE /v1/prompts/${prompt?.id}?expectedVersion=${expectedVersion}`)
    expect(await remove(version - 1)).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
    expect(await remove('latest')).toMatchObject({
      status: 400,
      body: { details: { fieldErrors: { expectedVersion: 'must be a whole number' } } },
    })
    expect((await remove(version)).status).toBe(200)
    expect((await call('GET /v1/prompts')).body.data).toEqual([])
  })

  it('of the settings returns the new version', async () => {
    const { call } = await createProject()
    const { version } = (await call('GET /v1/settings')).body.data
    const { body } = await call('PUT /v1/settings', { enabled: true, expectedVersion: version })
    expect(body.data.version).toBe(version + 1)
    expect((await call('GET /v1/settings')).body.data.version).toBe(version + 1)
    expect((await call('PUT /v1/settings', {})).body.data.version).toBe(version + 1)
  })
})
