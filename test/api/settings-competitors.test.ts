import { describe, expect, it } from 'vitest'
import { updateProject } from '../../src/core/projects/update.ts'
import { UNKNOWN_ID, useWorld } from './project-client.ts'

const { world, createProject } = useWorld()

type Competitor = { id: string; name: string; url: string | null }

const setter =
  ({ call }: Awaited<ReturnType<typeof createProject>>) =>
  async (...competitors: unknown[]): Promise<Competitor[]> => {
    const { status, body } = await call('PUT /v1/settings/competitors', { competitors })
    expect(status).toBe(200)
    expect((await call('GET /v1/project')).body.data.competitors).toEqual(body.data)
    return body.data
  }

describe('PUT /v1/settings/competitors', () => {
  it('replaces the whole list, in order', async () => {
    const put = setter(await createProject())
    const url = 'https://boardly.example'
    expect(await put('Klarwerk', { name: ' Boardly ', url })).toEqual([
      { id: expect.any(String), name: 'Klarwerk', url: null },
      { id: expect.any(String), name: 'Boardly', url },
    ])
    expect(await put()).toEqual([])
  })

  it('keeps the id, the URL and all other fields of a competitor, however its name is spelled', async () => {
    const project = await createProject()
    const put = setter(project)
    const url = 'https://boardly.example'
    const [boardly, klarwerk] = await put({ name: 'Boardly', url }, 'Klarwerk')
    const { competitor } = world().operator.db.prisma
    await competitor.updateMany({ where: { id: boardly?.id ?? '' }, data: { aliases: ['Brdly'] } })
    const again = await put('New', 'ＫＬＡＲＷＥＲＫ', '  bOARDLY ')
    expect(again[1]).toEqual({ ...klarwerk, name: 'ＫＬＡＲＷＥＲＫ' })
    expect(again[2]).toEqual({ id: boardly?.id, name: 'bOARDLY', url })
    expect((await competitor.findFirst({ where: { id: boardly?.id ?? '' } }))?.aliases).toEqual(['Brdly'])
    expect((await put({ name: 'Boardly', url: null }))[0]).toEqual({
      id: boardly?.id,
      name: 'Boardly',
      url: null,
    })
  })

  it('renames by id, even if names are exchanged or passed on to a new competitor', async () => {
    const put = setter(await createProject())
    const [a, b] = await put('A', 'B')
    expect(await put({ id: a?.id, name: 'B' }, { id: b?.id, name: 'A' })).toMatchObject([
      { id: a?.id, name: 'B' },
      { id: b?.id, name: 'A' },
    ])
    const [renamed, fresh] = await put({ id: a?.id.toUpperCase(), name: 'C' }, 'B')
    expect(renamed).toMatchObject({ id: a?.id, name: 'C' })
    expect([a?.id, b?.id]).not.toContain(fresh?.id)
    expect(await put({ id: a?.id, name: 'B' })).toMatchObject([{ id: a?.id, name: 'B' }])
  })

  it.each([
    ['no list', {}, 'competitors'],
    ['a name', { competitors: 'Boardly' }, 'competitors'],
    ['an empty name', { competitors: ['a', ' '] }, 'competitors.1'],
    ['an object without a name', { competitors: [{ url: 'https://a.example' }] }, 'competitors.0.name'],
    ['an invalid URL', { competitors: [{ name: 'a', url: 'a.example' }] }, 'competitors.0.url'],
    ['a script URL', { competitors: [{ name: 'a', url: 'javascript:alert(1)' }] }, 'competitors.0.url'],
    ['an invalid id', { competitors: [{ id: 'a', name: 'a' }] }, 'competitors.0.id'],
    ['an unknown field', { competitors: [{ name: 'a', aliases: [] }] }, 'competitors.0.aliases'],
    ['a name twice', { competitors: ['a', { name: 'b' }, { name: ' A' }] }, 'competitors.2'],
    ['a name of invisible characters', { competitors: ['a', '\u200b\u202e'] }, 'competitors.1'],
    ['the brand of the project', { competitors: ['a', ' TASKFERN'] }, 'competitors.1'],
    ['the brand with a zero-width character', { competitors: ['Task\u200bfern'] }, 'competitors.0'],
    ['more than 50', { competitors: Array.from({ length: 51 }, (_, i) => `c${i}`) }, 'competitors'],
  ])('refuses %s', async (_, json, field) => {
    const { call } = await createProject()
    const { status, body } = await call('PUT /v1/settings/competitors', json)
    expect(status).toBe(400)
    expect(Object.keys(body.details.fieldErrors)).toEqual([field])
  })

  it('refuses an alias of the brand as a competitor and a competitor as the brand, and changes neither', async () => {
    const { call, projectId } = await createProject()
    const { project } = world().operator.db.prisma
    await project.update({ where: { id: projectId }, data: { aliases: ['Fern'] } })
    const refused = await call('PUT /v1/settings/competitors', { competitors: ['fern'] })
    expect(refused.body.details.fieldErrors).toEqual({
      'competitors.0': 'is the brand of the project or an alias of it; leave it out',
    })
    await call('PUT /v1/settings/competitors', { competitors: ['Boardly'] })
    const ctx = world().operator
    const change = (more: object) => updateProject({ ctx, input: { projectId, ...more } })
    for (const [field, value] of [
      ['analysisBrandName', 'boardly'],
      ['aliases', ['Boardly']],
    ] as const) {
      await expect(change({ [field]: value })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        fieldErrors: { [field]: 'names the competitor Boardly; remove that competitor first' },
      })
    }
    expect(await project.findUniqueOrThrow({ where: { id: projectId } })).toMatchObject({
      analysisBrandName: 'Taskfern',
      aliases: ['Fern'],
    })
  })

  it('answers 404 for an id of another project, and changes no competitor', async () => {
    const project = await createProject()
    const otherProject = await createProject()
    const [kept] = await setter(project)('Kept')
    const [theirs] = await setter(otherProject)('Theirs')
    for (const id of [UNKNOWN_ID, theirs?.id]) {
      const { status } = await project.call('PUT /v1/settings/competitors', {
        competitors: ['New', { id, name: 'x' }],
      })
      expect(status).toBe(404)
    }
    expect((await project.call('GET /v1/project')).body.data.competitors).toEqual([kept])
    expect((await otherProject.call('GET /v1/project')).body.data.competitors).toEqual([theirs])
  })

  it('stores exactly one of several concurrent lists', async () => {
    const { call } = await createProject()
    const lists = Array.from({ length: 10 }, (_, index) => ['Common', `Only ${index}`])
    const answers = await Promise.all(
      lists.map((competitors) => call('PUT /v1/settings/competitors', { competitors })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const { competitors } = (await call('GET /v1/project')).body.data
    expect(lists).toContainEqual(competitors.map(({ name }: Competitor) => name))
    expect(new Set(answers.map(({ body }) => body.data[0].id)).size).toBe(1)
  })
})
