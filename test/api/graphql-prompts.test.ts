import { describe, expect, it } from 'vitest'
import { ask, send } from './graphql-client.ts'
import { useWorld } from './project-client.ts'
import { PROMPTS, promptGraph } from './prompt-graph.ts'

const { world, createProject } = useWorld()
const { list } = promptGraph(world)

describe('Project.prompts', () => {
  it('pages the list from both ends and in both orders, even while prompts are added', async () => {
    const project = await createProject()
    await project.prompts('a', 'b', 'c', 'd', 'e')
    const front = await list(project, { first: 2 })
    expect(front).toMatchObject({ totalCount: 5, texts: ['a', 'b'], pageInfo: { hasNextPage: true } })
    await project.prompts('f')
    const { endCursor } = front.pageInfo
    expect((await list(project, { first: 2, after: endCursor })).texts).toEqual(['c', 'd'])
    const back = await list(project, { last: 2 })
    expect(back).toMatchObject({ texts: ['e', 'f'], pageInfo: { hasPreviousPage: true, hasNextPage: false } })
    expect((await list(project, { last: 9, before: back.pageInfo.startCursor })).texts).toEqual([
      'a',
      'b',
      'c',
      'd',
    ])
    const newest = await list(project, { first: 2, orderBy: 'CREATED_AT_DESC' })
    expect(newest.texts).toEqual(['f', 'e'])
    const next = { after: newest.pageInfo.endCursor, orderBy: 'CREATED_AT_DESC' }
    expect((await list(project, { first: 2, ...next })).texts).toEqual(['d', 'c'])
    expect((await list(project, { last: 2, orderBy: 'CREATED_AT_DESC' })).texts).toEqual(['b', 'a'])
  })

  it('lists and counts the prompts that match all filters, except deleted ones', async () => {
    const project = await createProject()
    const create = [
      { text: 'crm one', providers: ['chatgpt'], tags: ['Deals'] },
      { text: 'CRM two', providers: ['gemini'], tags: ['deals'], active: false },
      { text: 'erp 100%', providers: ['gemini'] },
      { text: 'crm gone', providers: ['gemini'], tags: ['deals'] },
    ]
    const { body } = await project.call('POST /v1/prompts/batch', { create })
    await project.call('POST /v1/prompts/batch', { delete: [body.data.created[3].id] })
    expect(await list(project, { q: 'crm' })).toMatchObject({ totalCount: 2, texts: ['crm one', 'CRM two'] })
    expect((await list(project, { q: '%' })).texts).toEqual(['erp 100%'])
    expect((await list(project, { provider: 'provider_3' })).texts).toEqual(['CRM two', 'erp 100%'])
    expect((await list(project, { tag: 'DEALS', first: 1 })).totalCount).toBe(2)
    expect((await list(project, { active: false })).texts).toEqual(['CRM two'])
    expect((await list(project, { active: true, tag: 'deals', q: 'c' })).texts).toEqual(['crm one'])
    expect(await list(project, { tag: 'nobody' })).toMatchObject({ totalCount: 0, texts: [] })
  })

  it('refuses unknown providers, forged cursors and cursors of other lists', async () => {
    const project = await createProject()
    const otherProject = await createProject()
    await otherProject.prompts('a')
    const { pageInfo } = await list(otherProject)
    const errorOf = async (variables: object) => {
      const { errors } = await send(world(), project.key, { query: PROMPTS, variables: { ...variables } })
      return errors?.[0]?.extensions
    }
    expect(await errorOf({ provider: 'nope' })).toMatchObject({ code: 'INVALID_PROVIDER' })
    expect(await errorOf({ after: pageInfo.endCursor })).toMatchObject({
      fieldErrors: { after: expect.any(String) },
    })
    expect(await errorOf({ tag: ' ' })).toMatchObject({ fieldErrors: { 'filter.tag': 'must not be empty' } })
  })
})

describe('Project.tags', () => {
  it('lists each tag with its prompts', async () => {
    const project = await createProject()
    const create = [{ text: 'a', tags: ['Zeta', 'alpha'] }, { text: 'b', tags: ['ALPHA'] }, 'c']
    await project.call('POST /v1/prompts/batch', { create })
    const { viewer } = await ask(
      world(),
      project.key,
      `{ viewer { project { databaseId
        prompts { nodes { text tags { id name } } }
        tags { totalCount nodes { id databaseId name project { databaseId }
          prompts(orderBy: CREATED_AT_DESC) { totalCount nodes { text } } } } } } }`,
    )
    const { tags, prompts } = viewer.project
    expect(
      prompts.nodes.map((prompt: { tags: { name: string }[] }) => prompt.tags.map(({ name }) => name)),
    ).toEqual([['alpha', 'Zeta'], ['alpha'], []])
    expect(tags.totalCount).toBe(2)
    const alpha = tags.nodes.find(({ name }: { name: string }) => name === 'alpha')
    expect(alpha).toMatchObject({
      project: { databaseId: project.projectId },
      prompts: { totalCount: 2, nodes: [{ text: 'b' }, { text: 'a' }] },
    })
    const paged = `query ($after: String) { viewer { project { tags(first: 1, after: $after) {
      nodes { name } pageInfo { endCursor hasNextPage } } } } }`
    const first = (await ask(world(), project.key, paged)).viewer.project.tags
    const second = (await ask(world(), project.key, paged, { after: first.pageInfo.endCursor })).viewer
      .project.tags
    expect([...first.nodes, ...second.nodes].map(({ name }) => name).toSorted()).toEqual(['Zeta', 'alpha'])
    expect(second.pageInfo.hasNextPage).toBe(false)
  })
})
