import { describe, expect, it } from 'vitest'
import { type ProjectClient, useWorld } from './project-client.ts'

const { createProject } = useWorld()

const textsOf = async ({ call }: ProjectClient, query: string) => {
  const { status, body } = await call(`GET /v1/prompts?${query}`)
  expect(status).toBe(200)
  return body.data.map(({ text }: { text: string }) => text)
}

describe('GET /v1/prompts', () => {
  it('lists the prompts of its project in order of creation, except deleted ones', async () => {
    const project = await createProject()
    const otherProject = await createProject()
    await otherProject.prompts('elsewhere')
    const [, b] = await project.prompts('a', 'b', 'c')
    await project.call('POST /v1/prompts/batch', { delete: [b?.id] })
    await project.prompts('d')
    expect(await textsOf(project, '')).toEqual(['a', 'c', 'd'])
    expect((await (await createProject()).call('GET /v1/prompts')).body).toEqual({
      data: [],
      nextCursor: null,
    })
  })

  it('has 50 prompts by default and at most 200', async () => {
    const project = await createProject()
    await project.prompts(...Array.from({ length: 201 }, (_, index) => `prompt ${index}`))
    expect(await textsOf(project, '')).toHaveLength(50)
    expect(await textsOf(project, 'limit=1')).toHaveLength(1)
    expect(await textsOf(project, 'limit=200')).toHaveLength(200)
    expect(await textsOf(project, 'limit=99999')).toHaveLength(200)
  })

  it.each(['0', '-1', '1.5', 'ten', '', '1e2', '%201', 'NaN', '5&limit=5'])(
    'refuses limit=%s',
    async (limit) => {
      const { call } = await createProject()
      const { status, body } = await call(`GET /v1/prompts?limit=${limit}`)
      expect(status).toBe(400)
      expect(Object.keys(body.details.fieldErrors)).toEqual(['limit'])
    },
  )

  it('searches parts of the text case-insensitively, and takes wildcards literally', async () => {
    const project = await createProject()
    await project.prompts('100% ÄRGER', 'a_b', 'axb', 'back\\slash', 'quote"\'')
    expect(await textsOf(project, 'q=ärger')).toEqual(['100% ÄRGER'])
    expect(await textsOf(project, 'q=A_B')).toEqual(['a_b'])
    expect(await textsOf(project, 'q=%25')).toEqual(['100% ÄRGER'])
    expect(await textsOf(project, 'q=k%5Cs')).toEqual(['back\\slash'])
    expect(await textsOf(project, 'q=%5C')).toEqual(['back\\slash'])
    expect(await textsOf(project, 'q=%22%27')).toEqual(['quote"\''])
    expect(await textsOf(project, 'q=nothing')).toEqual([])
    expect(await textsOf(project, 'q=')).toHaveLength(5)
    expect((await project.call('GET /v1/prompts?q=a%00')).status).toBe(400)
  })

  it('filters by provider or alias, and case-insensitively by tag, and combines all filters', async () => {
    const project = await createProject()
    await project.call('POST /v1/prompts/batch', {
      create: [
        { text: 'crm one', providers: ['chatgpt'], tags: ['Deals'] },
        { text: 'crm two', providers: ['gemini', 'chatgpt'], tags: ['Other'] },
        { text: 'crm three', providers: ['gemini'], tags: ['deals', 'other'] },
        { text: 'erp four', providers: ['gemini'], tags: ['deals'] },
      ],
    })
    expect(await textsOf(project, 'provider=chatgpt')).toEqual(['crm one', 'crm two'])
    expect(await textsOf(project, 'provider=provider_3')).toEqual(['crm two', 'crm three', 'erp four'])
    expect(await textsOf(project, 'tag=DEALS')).toEqual(['crm one', 'crm three', 'erp four'])
    expect(await textsOf(project, 'tag=nobody')).toEqual([])
    expect(await textsOf(project, 'provider=gemini&tag=deals&q=CRM')).toEqual(['crm three'])
    expect(await textsOf(project, 'provider=gemini&tag=deals&unknown=ignored&limit=1')).toEqual(['crm three'])
  })

  it('answers 400 INVALID_PROVIDER for an unknown provider', async () => {
    const { call } = await createProject()
    for (const token of ['nope', '', 'ChatGPT']) {
      const { status, body } = await call(`GET /v1/prompts?provider=${token}`)
      expect(status).toBe(400)
      expect(body.error.code).toBe('INVALID_PROVIDER')
      expect(Object.keys(body.details.fieldErrors)).toEqual(['provider'])
    }
  })

  it('refuses a cursor with other filters than it was issued for', async () => {
    const project = await createProject()
    await project.call('POST /v1/prompts/batch', { create: ['crm one', 'crm two', 'erp three'] })
    const { nextCursor } = (await project.call('GET /v1/prompts?limit=1&q=crm')).body
    const same = await project.call(`GET /v1/prompts?limit=2&q=crm&cursor=${nextCursor}`)
    expect(same.body.data.map(({ text }: { text: string }) => text)).toEqual(['crm two'])
    const { status, body } = await project.call(`GET /v1/prompts?limit=1&cursor=${nextCursor}`)
    expect(status).toBe(400)
    expect(Object.keys(body.details.fieldErrors)).toEqual(['cursor'])
  })

  it('refuses forged cursors and cursors of another project', async () => {
    const project = await createProject()
    const otherProject = await createProject()
    await otherProject.prompts('a', 'b')
    const theirs = (await otherProject.call('GET /v1/prompts?limit=1')).body.nextCursor
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
      const { status, body } = await project.call(`GET /v1/prompts?cursor=${cursor}`)
      expect(status, cursor).toBe(400)
      expect(Object.keys(body.details.fieldErrors)).toEqual(['cursor'])
    }
  })
})
