import { describe, expect, it } from 'vitest'
import { UNKNOWN_ID, useWorld } from './project-client.ts'

const { createProject } = useWorld()

const many = (count: number, name = 'tag') => Array.from({ length: count }, (_, index) => `${name} ${index}`)

describe('PUT /v1/settings/tags', () => {
  it('replaces the tags of a prompt, and keeps the first spelling of tags that differ only in letter case or Unicode form', async () => {
    const { call, prompts } = await createProject()
    const [a, b] = await prompts('a', 'b')
    const put = async (id: string | undefined, tags: unknown[]) => {
      const { status, body } = await call('PUT /v1/settings/tags', { projectPromptId: id, tags })
      expect(status).toBe(200)
      return body.data.tags
    }
    expect(await put(a?.id, ['Big  Deals', { name: 'ÄRGER' }])).toEqual(['Big  Deals', 'ÄRGER'])
    expect(await put(b?.id, ['big deals', 'BIG DEALS', 'ärger', 'new'])).toEqual([
      'Big  Deals',
      'new',
      'ÄRGER',
    ])
    expect(await put(a?.id, ['new'])).toEqual(['new'])
    expect(await put(a?.id, [])).toEqual([])
    expect(await put(a?.id, ['Ärger'])).toEqual(['ÄRGER'])
    expect((await call('GET /v1/prompts?tag=BIG%20deals')).body.data).toMatchObject([{ id: b?.id }])
  })

  it('returns the prompt, and leaves other prompts unchanged', async () => {
    const { call, prompts } = await createProject()
    const [a, b] = await prompts('a', 'b')
    await call('PUT /v1/settings/tags', { projectPromptId: b?.id, tags: ['kept'] })
    const { body } = await call('PUT /v1/settings/tags', {
      projectPromptId: a?.id.toUpperCase(),
      tags: ['t'],
    })
    expect(body.data).toEqual({ ...a, tags: ['t'], updatedAt: expect.any(String) })
    expect((await call('GET /v1/prompts')).body.data).toMatchObject([{ tags: ['t'] }, { tags: ['kept'] }])
  })

  it('keeps the tags of two projects separate', async () => {
    const first = await createProject()
    const second = await createProject()
    const spelled = async ({ call, prompts }: typeof first, tag: string) => {
      const [a] = await prompts('a')
      return (await call('PUT /v1/settings/tags', { projectPromptId: a?.id, tags: [tag] })).body.data.tags
    }
    expect(await spelled(first, 'TAG')).toEqual(['TAG'])
    expect(await spelled(second, 'tag')).toEqual(['tag'])
  })

  it('creates a tag only once if several prompts get it concurrently', async () => {
    const { call, prompts } = await createProject()
    const created = await prompts(...many(10, 'prompt'))
    const answers = await Promise.all(
      created.map(({ id }, index) =>
        call('PUT /v1/settings/tags', { projectPromptId: id, tags: [index % 2 ? 'Same' : 'SAME'] }),
      ),
    )
    expect(new Set(answers.map(({ body }) => body.data.tags[0])).size).toBe(1)
  })

  it.each([
    ['no prompt', { tags: [] }, 'projectPromptId'],
    ['an invalid id', { projectPromptId: 'a', tags: [] }, 'projectPromptId'],
    ['no list', { projectPromptId: UNKNOWN_ID }, 'tags'],
    ['an empty name', { projectPromptId: UNKNOWN_ID, tags: ['a', ''] }, 'tags.1'],
    ['a numeric tag name', { projectPromptId: UNKNOWN_ID, tags: [{ name: 1 }] }, 'tags.0.name'],
    [
      'a tag with more than a name',
      { projectPromptId: UNKNOWN_ID, tags: [{ name: 'a', id: 1 }] },
      'tags.0.id',
    ],
    [
      'a name that becomes too long by normalization',
      { projectPromptId: UNKNOWN_ID, tags: ['ﷺ'.repeat(200)] },
      'tags.0',
    ],
    ['more than 50', { projectPromptId: UNKNOWN_ID, tags: many(51) }, 'tags'],
  ])('refuses %s', async (_, json, field) => {
    const { call } = await createProject()
    const { status, body } = await call('PUT /v1/settings/tags', json)
    expect(status).toBe(400)
    expect(Object.keys(body.details.fieldErrors)).toEqual([field])
  })
})

describe('PATCH /v1/settings/tags', () => {
  it('adds and removes tags case-insensitively, and keeps the others', async () => {
    const { call, prompts } = await createProject()
    const [a] = await prompts('a')
    const patch = async (changes: object) => {
      const { status, body } = await call('PATCH /v1/settings/tags', { projectPromptId: a?.id, ...changes })
      expect(status).toBe(200)
      return body.data.tags
    }
    expect(await patch({ add: ['One', 'Two', 'three'] })).toEqual(['One', 'three', 'Two'])
    expect(await patch({ add: ['ONE', 'four'], remove: ['TWO', 'nobody'] })).toEqual(['four', 'One', 'three'])
    expect(await patch({})).toEqual(['four', 'One', 'three'])
    expect(await patch({ remove: ['one', { name: 'Three' }, 'FOUR'] })).toEqual([])
  })

  it.each([
    ['an empty name', { add: [''] }, 'add.0'],
    ['an empty name in an object', { add: ['a'], remove: ['a', { name: ' ' }] }, 'remove.1.name'],
    ['a string instead of a list', { remove: 'a' }, 'remove'],
  ])('refuses %s', async (_, changes, field) => {
    const { call } = await createProject()
    const { status, body } = await call('PATCH /v1/settings/tags', {
      projectPromptId: UNKNOWN_ID,
      ...changes,
    })
    expect(status).toBe(400)
    expect(Object.keys(body.details.fieldErrors)).toEqual([field])
  })

  it('refuses a tag that is both added and removed, and more than 50 tags in total', async () => {
    const { call, prompts } = await createProject()
    const [a] = await prompts('a')
    const patch = (changes: object) => call('PATCH /v1/settings/tags', { projectPromptId: a?.id, ...changes })
    const both = await patch({ add: ['A', 'b'], remove: ['c', 'B'] })
    expect(both.status).toBe(400)
    expect(Object.keys(both.body.details.fieldErrors)).toEqual(['remove.1'])
    expect((await patch({ add: many(50) })).status).toBe(200)
    const more = await patch({ add: ['one more', 'TAG 1'] })
    expect(more.status).toBe(400)
    expect(Object.keys(more.body.details.fieldErrors)).toEqual(['add'])
    expect((await patch({ add: ['one more'], remove: ['tag 1'] })).body.data.tags).toHaveLength(50)
  })

  it('keeps all tags that are added concurrently', async () => {
    const { call, prompts } = await createProject()
    const [a] = await prompts('a')
    await Promise.all(
      many(20).map((tag) => call('PATCH /v1/settings/tags', { projectPromptId: a?.id, add: [tag] })),
    )
    expect((await call('GET /v1/prompts')).body.data[0].tags).toHaveLength(20)
  })
})

it.each(['PUT', 'PATCH'])(
  '%s /v1/settings/tags answers with the same 404 for every prompt that the key cannot see',
  async (method) => {
    const { call, prompts } = await createProject()
    const otherProject = await createProject()
    const [theirs] = await otherProject.prompts('theirs')
    const [deleted] = await prompts('deleted')
    await call('POST /v1/prompts/batch', { delete: [deleted?.id] })
    const bodies = new Set<string>()
    for (const projectPromptId of [UNKNOWN_ID, theirs?.id, deleted?.id]) {
      const change = method === 'PUT' ? { tags: ['t'] } : { add: ['t'] }
      const { status, text } = await call(`${method} /v1/settings/tags`, { projectPromptId, ...change })
      expect(status).toBe(404)
      bodies.add(text)
    }
    expect(bodies.size).toBe(1)
    expect((await otherProject.call('GET /v1/prompts')).body.data).toMatchObject([{ tags: [] }])
  },
)
