import { describe, expect, it } from 'vitest'
import { useWorld } from './project-client.ts'

const { world, createProject } = useWorld()
const european = useWorld({
  providers: [
    { id: 'everywhere', driver: 'simulated', aliases: ['anywhere'] },
    { id: 'european', driver: 'simulated', locations: ['DE', 'FR'] },
  ],
})

describe('POST /v1/prompts', () => {
  it("uses the project's providers and the location US for a prompt with only a text", async () => {
    const { call } = await createProject()
    const { status, body } = await call('POST /v1/prompts', { text: '  Best CRM?\n' })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: expect.any(String),
      text: 'Best CRM?',
      providers: world().operator.deps.providers.of(null).tokens(),
      locations: ['US'],
      tags: [],
      active: true,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect((await call('GET /v1/prompts')).body.data).toEqual([body.data])
  })

  it('resolves provider aliases to tokens, and keeps the first spelling of tags', async () => {
    const { call } = await createProject()
    const first = {
      text: 'a',
      providers: ['provider_2', 'chatgpt'],
      locations: ['DE', 'US'],
      tags: ['Deals'],
    }
    const { body } = await call('POST /v1/prompts', first)
    expect(body.data).toMatchObject({
      providers: ['perplexity', 'chatgpt'],
      locations: ['DE', 'US'],
      tags: ['Deals'],
    })
    const again = await call('POST /v1/prompts', { text: 'b', tags: ['DEALS', { name: 'deals' }, 'Ａ'] })
    expect(again.body.data.tags).toEqual(['Ａ', 'Deals'])
  })

  it('accepts at most 5,000 characters, counted after trimming', async () => {
    const { call } = await createProject()
    expect((await call('POST /v1/prompts', { text: ` ${'x'.repeat(5_000)} ` })).status).toBe(201)
    const { status, body } = await call('POST /v1/prompts', { text: 'x'.repeat(5_001) })
    expect(status).toBe(400)
    expect(body.details.fieldErrors).toEqual({ text: 'must be at most 5,000 characters' })
  })

  it.each([
    ['no text', {}, 'text'],
    ['an empty text', { text: ' \n ' }, 'text'],
    ['a number', { text: 5 }, 'text'],
    ['a NUL character', { text: 'a\0b' }, 'text'],
    ['half a surrogate pair', { text: 'a\ud800b' }, 'text'],
    ['no provider in the list', { text: 'a', providers: [] }, 'providers'],
    [
      'a provider twice, once by its alias',
      { text: 'a', providers: ['chatgpt', 'provider_1'] },
      'providers.1',
    ],
    ['a location in lower case', { text: 'a', locations: ['us'] }, 'locations.0'],
    ['a location that is not a country', { text: 'a', locations: ['US', 'XX'] }, 'locations.1'],
    ['a location twice', { text: 'a', locations: ['US', 'US'] }, 'locations'],
    ['an empty tag', { text: 'a', tags: ['b', { name: ' ' }] }, 'tags.1.name'],
    ['too many tags', { text: 'a', tags: Array.from({ length: 51 }, (_, i) => `t${i}`) }, 'tags'],
    ['an unknown field', { text: 'a', projectId: 'b' }, 'projectId'],
  ])('refuses %s', async (_, json, field) => {
    const { call } = await createProject()
    const { status, body } = await call('POST /v1/prompts', json)
    expect(status).toBe(400)
    expect(body.error.code).toBe('BAD_REQUEST')
    expect(Object.keys(body.details.fieldErrors)).toEqual([field])
  })

  it('is INVALID_PROVIDER for unknown providers only, and BAD_REQUEST if other fields are invalid too', async () => {
    const { call } = await createProject()
    const unknown = await call('POST /v1/prompts', {
      text: 'a',
      providers: ['chatgpt', 'nope', 'provider_8'],
    })
    expect(unknown.status).toBe(400)
    expect(unknown.body.error.code).toBe('INVALID_PROVIDER')
    expect(Object.keys(unknown.body.details.fieldErrors)).toEqual(['providers.1', 'providers.2'])
    const both = await call('POST /v1/prompts', { text: '', providers: ['nope'] })
    expect(both.body.error.code).toBe('BAD_REQUEST')
    expect(Object.keys(both.body.details.fieldErrors)).toEqual(['text', 'providers.0'])
  })

  it.each([
    ['given', { providers: ['european', 'everywhere'], locations: ['DE', 'US'] }, 'locations.1'],
    ['the default', { providers: ['everywhere', 'european'] }, 'providers.1'],
    ['the default, like the providers', {}, 'locations'],
  ])('refuses a provider that does not support a location that is %s', async (_, fields, field) => {
    const { call } = await european.createProject()
    const { status, body } = await call('POST /v1/prompts', { text: 'a', ...fields })
    expect(status).toBe(400)
    expect(Object.keys(body.details.fieldErrors)).toEqual([field])
    expect(body.details.fieldErrors[field]).toContain('european')
  })

  it('ignores default providers of the project that are not in the registry', async () => {
    const { call, projectId } = await european.createProject()
    const { project } = european.world().operator.db.prisma
    await project.update({
      where: { id: projectId },
      data: { defaultProviders: ['long_gone', 'everywhere'] },
    })
    const { body } = await call('POST /v1/prompts', { text: 'a' })
    expect(body.data.providers).toEqual(['everywhere'])
  })

  it('answers 409 for exactly the text of another prompt, and 201 for other letter case, another project or a deleted prompt', async () => {
    const project = await createProject()
    const otherProject = await createProject()
    expect((await project.call('POST /v1/prompts', { text: 'Best CRM?' })).status).toBe(201)
    const { status, body } = await project.call('POST /v1/prompts', { text: ' Best CRM? ' })
    expect(status).toBe(409)
    expect(body).toEqual({ error: { code: 'CONFLICT', message: expect.any(String) } })
    expect((await project.call('POST /v1/prompts', { text: 'best CRM?' })).status).toBe(201)
    expect((await otherProject.call('POST /v1/prompts', { text: 'Best CRM?' })).status).toBe(201)
    const [prompt] = (await project.call('GET /v1/prompts')).body.data
    await project.call('POST /v1/prompts/batch', { delete: [prompt.id] })
    expect((await project.call('POST /v1/prompts', { text: 'Best CRM?' })).status).toBe(201)
  })

  it('creates only one prompt for twenty concurrent requests with the same text', async () => {
    const { call } = await createProject()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('POST /v1/prompts', { text: 'a' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)])
  })

  it('answers 401 after the project was deleted together with its keys', async () => {
    const { call, projectId } = await createProject()
    expect((await call('GET /v1/prompts')).status).toBe(200)
    await world().operator.db.prisma.project.delete({ where: { id: projectId } })
    expect((await call('POST /v1/prompts', { text: 'a' })).status).toBe(401)
  })
})
