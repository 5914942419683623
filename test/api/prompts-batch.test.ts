import { describe, expect, it } from 'vitest'
import { UNKNOWN_ID, useWorld } from './project-client.ts'

const { createProject } = useWorld()

describe('POST /v1/prompts/batch', () => {
  it('deletes, updates and creates prompts, and answers in the order of the request', async () => {
    const { call, prompts } = await createProject()
    const [a, b, c, d] = await prompts('a', 'b', 'c', 'd')
    const { status, body } = await call('POST /v1/prompts/batch', {
      create: ['z', { text: 'y', providers: ['grok'], locations: ['FR'], tags: ['T'] }],
      update: [
        { id: c?.id, text: 'c2' },
        { id: a?.id, tags: ['t'], active: false },
      ],
      delete: [d?.id, b?.id],
    })
    expect(status).toBe(200)
    expect(body.data.created.map(({ text }: { text: string }) => text)).toEqual(['z', 'y'])
    expect(body.data.created[1]).toMatchObject({ providers: ['grok'], locations: ['FR'], tags: ['t'] })
    expect(body.data.updated).toMatchObject([
      { id: c?.id, text: 'c2', tags: [], active: true },
      { id: a?.id, text: 'a', tags: ['t'], active: false },
    ])
    expect(body.data.deleted).toEqual([d?.id, b?.id])
    const { data } = (await call('GET /v1/prompts')).body
    expect(data.map(({ text }: { text: string }) => text)).toEqual(['a', 'c2', 'z', 'y'])
  })

  it('accepts an empty batch', async () => {
    const { call } = await createProject()
    const empty = { data: { created: [], updated: [], deleted: [] } }
    expect((await call('POST /v1/prompts/batch', {})).body).toEqual(empty)
    expect((await call('POST /v1/prompts/batch', { create: [], update: [], delete: [] })).body).toEqual(empty)
  })

  it('lets a text move between prompts of the batch: from a deleted prompt, around a cycle, to a new prompt', async () => {
    const { call, prompts } = await createProject()
    const [a, b, c, d] = await prompts('a', 'b', 'c', 'd')
    const { status, body } = await call('POST /v1/prompts/batch', {
      create: ['d', 'c'],
      update: [
        { id: a?.id, text: 'b' },
        { id: b?.id, text: 'a' },
        { id: c?.id, text: 'e' },
      ],
      delete: [d?.id],
    })
    expect(status).toBe(200)
    expect(body.data.updated.map(({ text }: { text: string }) => text)).toEqual(['b', 'a', 'e'])
    expect(body.data.created[0].id).not.toBe(d?.id)
  })

  it('names every invalid field of the whole batch at once', async () => {
    const { call, prompts } = await createProject()
    const [a, b] = await prompts('a', 'b')
    const { status, body } = await call('POST /v1/prompts/batch', {
      create: [
        { text: '' },
        '',
        5,
        { text: 'x', providers: ['nope'], locations: ['XX'] },
        { text: 'same' },
        'same',
        { text: 'y', foo: 1 },
      ],
      update: [
        { id: a?.id, text: '' },
        { text: 'q' },
        { id: 'nope' },
        { id: b?.id, providers: ['chatgpt', 'nope'] },
        { id: a?.id },
      ],
      delete: [b?.id, 'no id'],
      other: 1,
    })
    expect(status).toBe(400)
    expect(body.error.code).toBe('BAD_REQUEST')
    expect(Object.keys(body.details.fieldErrors).toSorted()).toEqual([
      'create.0.text',
      'create.1',
      'create.2',
      'create.3.locations.0',
      'create.3.providers.0',
      'create.5',
      'create.6.foo',
      'delete.0',
      'delete.1',
      'other',
      'update.0.text',
      'update.1.id',
      'update.2.id',
      'update.3.providers.1',
      'update.4.id',
    ])
  })

  it('is INVALID_PROVIDER if unknown providers are the only errors', async () => {
    const { call } = await createProject()
    const create = [{ text: 'a', providers: ['nope'] }, 'b', { text: 'c', providers: ['grok', 'nope'] }]
    const { status, body } = await call('POST /v1/prompts/batch', { create })
    expect(status).toBe(400)
    expect(body.error.code).toBe('INVALID_PROVIDER')
    expect(Object.keys(body.details.fieldErrors)).toEqual(['create.0.providers.0', 'create.2.providers.1'])
  })

  it('names every text that another prompt has, and changes no prompt', async () => {
    const { call, prompts } = await createProject()
    const [a, , c] = await prompts('a', 'b', 'c')
    const { status, body } = await call('POST /v1/prompts/batch', {
      create: ['new', 'b', { text: ' c ' }],
      update: [
        { id: a?.id, text: 'a' },
        { id: c?.id, tags: ['t'] },
      ],
    })
    expect(status).toBe(400)
    expect(Object.keys(body.details.fieldErrors)).toEqual(['create.1', 'create.2.text'])
    expect((await call('GET /v1/prompts')).body.data).toHaveLength(3)
    expect((await call('GET /v1/prompts?tag=t')).body.data).toEqual([])
  })

  it('answers 404 with the ids that are missing, deleted or in another project, and changes no prompt', async () => {
    const { call, prompts } = await createProject()
    const otherProject = await createProject()
    const [theirs] = await otherProject.prompts('theirs')
    const [mine, deleted] = await prompts('mine', 'deleted')
    await call('POST /v1/prompts/batch', { delete: [deleted?.id] })
    const bodies = []
    for (const id of [UNKNOWN_ID, theirs?.id, deleted?.id]) {
      for (const operation of [{ update: [{ id, text: 'x' }] }, { delete: [mine?.id, id] }]) {
        const { status, body } = await call('POST /v1/prompts/batch', { create: ['new'], ...operation })
        expect(status).toBe(404)
        expect(body.error.message).toBe(`Prompt not found: ${id}. Nothing was changed.`)
        bodies.push(JSON.stringify(body).replace(String(id), 'ID'))
      }
    }
    expect(new Set(bodies).size).toBe(1)
    expect((await call('GET /v1/prompts')).body.data).toHaveLength(1)
    expect((await otherProject.call('GET /v1/prompts')).body.data).toMatchObject([{ text: 'theirs' }])
  })

  it('accepts at most 500 operations', async () => {
    const { call } = await createProject()
    const create = Array.from({ length: 500 }, (_, index) => ({
      text: `prompt ${index}`,
      tags: Array.from({ length: 50 }, (_, tag) => `tag ${tag}`),
    }))
    const { status, body } = await call('POST /v1/prompts/batch', { create })
    expect(status).toBe(200)
    const ids = body.data.created.map(({ id }: { id: string }) => id)
    const tooMany = await call('POST /v1/prompts/batch', { delete: ids, create: ['one more'] })
    expect(tooMany.status).toBe(400)
    expect(tooMany.body.details.fieldErrors.body).toContain('501')
    const update = ids.map((id: string, index: number) => ({ id, text: `prompt ${(index + 1) % 500}` }))
    expect((await call('POST /v1/prompts/batch', { update })).status).toBe(200)
    expect((await call('POST /v1/prompts/batch', { delete: ids })).status).toBe(200)
  })
})
