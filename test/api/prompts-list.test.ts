import { describe, expect, it } from 'vitest'
import { type Place, useWorld } from './project-client.ts'

const { place } = useWorld()

const textsOf = async ({ call }: Place, query: string) => {
  const { status, body } = await call(`GET /v1/prompts?${query}`)
  expect(status).toBe(200)
  return body.data.map(({ text }: { text: string }) => text)
}

describe('GET /v1/prompts', () => {
  it('lists the living prompts of its own project in the order of their creation', async () => {
    const here = await place()
    const other = await place()
    await other.prompts('elsewhere')
    const [, b] = await here.prompts('a', 'b', 'c')
    await here.call('POST /v1/prompts/batch', { delete: [b?.id] })
    await here.prompts('d')
    expect(await textsOf(here, '')).toEqual(['a', 'c', 'd'])
    expect((await (await place()).call('GET /v1/prompts')).body).toEqual({ data: [], nextCursor: null })
  })

  it('shows 50 by default and 200 at most', async () => {
    const here = await place()
    await here.prompts(...Array.from({ length: 201 }, (_, index) => `prompt ${index}`))
    expect(await textsOf(here, '')).toHaveLength(50)
    expect(await textsOf(here, 'limit=1')).toHaveLength(1)
    expect(await textsOf(here, 'limit=200')).toHaveLength(200)
    expect(await textsOf(here, 'limit=99999')).toHaveLength(200)
  })

  it.each(['0', '-1', '1.5', 'ten', '', '1e2', '%201', 'NaN', '5&limit=5'])(
    'refuses limit=%s',
    async (limit) => {
      const { call } = await place()
      const { status, body } = await call(`GET /v1/prompts?limit=${limit}`)
      expect(status).toBe(400)
      expect(Object.keys(body.details.fieldErrors)).toEqual(['limit'])
    },
  )

  it('searches parts of the text in any case, and takes wildcards for themselves', async () => {
    const here = await place()
    await here.prompts('100% ÄRGER', 'a_b', 'axb', 'back\\slash', 'quote"\'')
    expect(await textsOf(here, 'q=ärger')).toEqual(['100% ÄRGER'])
    expect(await textsOf(here, 'q=A_B')).toEqual(['a_b'])
    expect(await textsOf(here, 'q=%25')).toEqual(['100% ÄRGER'])
    expect(await textsOf(here, 'q=k%5Cs')).toEqual(['back\\slash'])
    expect(await textsOf(here, 'q=%5C')).toEqual(['back\\slash'])
    expect(await textsOf(here, 'q=%22%27')).toEqual(['quote"\''])
    expect(await textsOf(here, 'q=nothing')).toEqual([])
    expect(await textsOf(here, 'q=')).toHaveLength(5)
    expect((await here.call('GET /v1/prompts?q=a%00')).status).toBe(400)
  })

  it('finds by provider or its alias and by tag in any case, and by all filters at once', async () => {
    const here = await place()
    await here.call('POST /v1/prompts/batch', {
      create: [
        { text: 'crm one', providers: ['chatgpt'], tags: ['Deals'] },
        { text: 'crm two', providers: ['gemini', 'chatgpt'], tags: ['Other'] },
        { text: 'crm three', providers: ['gemini'], tags: ['deals', 'other'] },
        { text: 'erp four', providers: ['gemini'], tags: ['deals'] },
      ],
    })
    expect(await textsOf(here, 'provider=chatgpt')).toEqual(['crm one', 'crm two'])
    expect(await textsOf(here, 'provider=provider_3')).toEqual(['crm two', 'crm three', 'erp four'])
    expect(await textsOf(here, 'tag=DEALS')).toEqual(['crm one', 'crm three', 'erp four'])
    expect(await textsOf(here, 'tag=nobody')).toEqual([])
    expect(await textsOf(here, 'provider=gemini&tag=deals&q=CRM')).toEqual(['crm three'])
    expect(await textsOf(here, 'provider=gemini&tag=deals&unknown=ignored&limit=1')).toEqual(['crm three'])
  })

  it('answers 400 INVALID_PROVIDER for an unknown provider', async () => {
    const { call } = await place()
    for (const token of ['nope', '', 'ChatGPT']) {
      const { status, body } = await call(`GET /v1/prompts?provider=${token}`)
      expect(status).toBe(400)
      expect(body.error.code).toBe('INVALID_PROVIDER')
      expect(Object.keys(body.details.fieldErrors)).toEqual(['provider'])
    }
  })

  it('refuses a cursor it has not given out, also one of another project', async () => {
    const here = await place()
    const other = await place()
    await other.prompts('a', 'b')
    const theirs = (await other.call('GET /v1/prompts?limit=1')).body.nextCursor
    expect(theirs).toMatch(/^[\w-]+$/)
    const forged = [
      '',
      'x',
      'bm9wZQ',
      theirs,
      `${theirs}A`,
      theirs.slice(1),
      Buffer.alloc(24).toString('base64url'),
    ]
    for (const cursor of forged) {
      const { status, body } = await here.call(`GET /v1/prompts?cursor=${cursor}`)
      expect(status, cursor).toBe(400)
      expect(Object.keys(body.details.fieldErrors)).toEqual(['cursor'])
    }
  })
})
