import { describe, expect, it } from 'vitest'
import { useWorld } from './project-client.ts'

const { world, place } = useWorld()
const european = useWorld({
  providers: [
    { id: 'everywhere', driver: 'simulated', aliases: ['anywhere'] },
    { id: 'european', driver: 'simulated', locations: ['DE', 'FR'] },
  ],
})

describe('POST /v1/prompts', () => {
  it("gives a prompt that is only a text the project's providers and the location US", async () => {
    const { call } = await place()
    const { status, body } = await call('POST /v1/prompts', { text: '  Best CRM?\n' })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: expect.any(String),
      text: 'Best CRM?',
      providers: world().operator.deps.providers.tokens(),
      locations: ['US'],
      tags: [],
      active: true,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect((await call('GET /v1/prompts')).body.data).toEqual([body.data])
  })

  it('answers aliases with the literal tokens, and tags with their first spelling', async () => {
    const { call } = await place()
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

  it('takes 5,000 characters and not one more, counted after trimming', async () => {
    const { call } = await place()
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
    ['a location that is no country', { text: 'a', locations: ['US', 'XX'] }, 'locations.1'],
    ['a location twice', { text: 'a', locations: ['US', 'US'] }, 'locations'],
    ['an empty tag', { text: 'a', tags: ['b', { name: ' ' }] }, 'tags.1.name'],
    ['too many tags', { text: 'a', tags: Array.from({ length: 51 }, (_, i) => `t${i}`) }, 'tags'],
    ['a field nobody knows', { text: 'a', projectId: 'b' }, 'projectId'],
  ])('refuses %s', async (_, json, field) => {
    const { call } = await place()
    const { status, body } = await call('POST /v1/prompts', json)
    expect(status).toBe(400)
    expect(body.error.code).toBe('BAD_REQUEST')
    expect(Object.keys(body.details.fieldErrors)).toEqual([field])
  })

  it('tells unknown providers by their own code, and every other wrong field with them', async () => {
    const { call } = await place()
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
    ['the default, as the providers are', {}, 'locations'],
  ])('refuses a provider that cannot answer for a location that is %s', async (_, fields, field) => {
    const { call } = await european.place()
    const { status, body } = await call('POST /v1/prompts', { text: 'a', ...fields })
    expect(status).toBe(400)
    expect(Object.keys(body.details.fieldErrors)).toEqual([field])
    expect(body.details.fieldErrors[field]).toContain('european')
  })

  it('asks project and registry, not each other: another registry, another default', async () => {
    const { call, projectId } = await european.place()
    const { project } = european.world().operator.db.prisma
    await project.update({
      where: { id: projectId },
      data: { defaultProviders: ['long_gone', 'everywhere'] },
    })
    const { body } = await call('POST /v1/prompts', { text: 'a' })
    expect(body.data.providers).toEqual(['everywhere'])
  })

  it('answers 409 for the very text of a living prompt, and 201 for another case, project or time', async () => {
    const one = await place()
    const other = await place()
    expect((await one.call('POST /v1/prompts', { text: 'Best CRM?' })).status).toBe(201)
    const { status, body } = await one.call('POST /v1/prompts', { text: ' Best CRM? ' })
    expect(status).toBe(409)
    expect(body).toEqual({ error: { code: 'CONFLICT', message: expect.any(String) } })
    expect((await one.call('POST /v1/prompts', { text: 'best CRM?' })).status).toBe(201)
    expect((await other.call('POST /v1/prompts', { text: 'Best CRM?' })).status).toBe(201)
    const [prompt] = (await one.call('GET /v1/prompts')).body.data
    await one.call('POST /v1/prompts/batch', { delete: [prompt.id] })
    expect((await one.call('POST /v1/prompts', { text: 'Best CRM?' })).status).toBe(201)
  })

  it('makes one prompt of twenty that come at once with one text', async () => {
    const { call } = await place()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('POST /v1/prompts', { text: 'a' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)])
  })

  it('answers 401 when the project is gone: its key went with it', async () => {
    const { call, projectId } = await place()
    expect((await call('GET /v1/prompts')).status).toBe(200)
    await world().operator.db.prisma.project.delete({ where: { id: projectId } })
    expect((await call('POST /v1/prompts', { text: 'a' })).status).toBe(401)
  })
})
