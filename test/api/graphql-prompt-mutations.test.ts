import { describe, expect, it } from 'vitest'
import { globalIdOf } from '../../src/graphql/global-id.ts'
import { ask } from './graphql-client.ts'
import { NOBODY, useWorld } from './project-client.ts'
import { PROMPT, promptGraph } from './prompt-graph.ts'

const { world, place } = useWorld()
const { list, change, refusal } = promptGraph(world)

describe('mutations of prompts', () => {
  it('make one, with its edge for the list', async () => {
    const here = await place()
    await here.prompts('first')
    const made = await change(
      here,
      'createPrompt',
      { text: ' Which CRM? ', providers: ['provider_1'], locations: ['DE'], tags: ['Deals'], active: false },
      `${PROMPT} promptEdge { cursor node { text } }`,
    )
    expect(made).toMatchObject({
      prompt: {
        text: 'Which CRM?',
        providers: ['chatgpt'],
        locations: ['DE'],
        tags: [{ name: 'Deals' }],
        active: false,
        deletedAt: null,
        project: { name: 'Taskfern' },
      },
      promptEdge: { node: { text: 'Which CRM?' } },
    })
    const { pageInfo, texts } = await list(here)
    expect(texts).toEqual(['first', 'Which CRM?'])
    expect(made.promptEdge.cursor).toBe(pageInfo.endCursor)
    const plain = await change(here, 'createPrompt', { text: 'plain', providers: null, tags: null }, PROMPT)
    expect(plain.prompt).toMatchObject({ locations: ['US'], tags: [], active: true })
    expect(plain.prompt.providers).toHaveLength(7)
  })

  it('change one, by either id: what is null stays', async () => {
    const here = await place()
    const [prompt] = await here.prompts('before')
    const promptId = prompt?.id ?? ''
    const paused = await change(here, 'updatePrompt', { promptId, active: false, text: null }, PROMPT)
    expect(paused.prompt).toMatchObject({ databaseId: promptId, text: 'before', active: false })
    const global = globalIdOf('Prompt', promptId)
    const input = { promptId: global, text: 'after', locations: ['FR'], tags: ['t'], active: true }
    const after = await change(here, 'updatePrompt', input, PROMPT)
    expect(after.prompt).toMatchObject({
      text: 'after',
      locations: ['FR'],
      tags: [{ name: 't' }],
      active: true,
    })
    const set = await change(here, 'setPromptProviders', { promptId: global, providers: ['gemini'] }, PROMPT)
    expect(set.prompt).toMatchObject({ text: 'after', providers: ['gemini'], tags: [{ name: 't' }] })
  })

  it('delete, change and make many in one step', async () => {
    const here = await place()
    const [a, b] = await here.prompts('a', 'b')
    const done = await change(
      here,
      'changePrompts',
      {
        delete: [globalIdOf('Prompt', a?.id ?? '')],
        update: [{ id: b?.id, text: 'a', active: false, tags: null }],
        create: [{ text: 'b', tags: ['t'] }, { text: 'c' }],
      },
      'created { text tags { name } } updated { databaseId text active } deletedPromptIds',
    )
    expect(done).toEqual({
      created: [
        { text: 'b', tags: [{ name: 't' }] },
        { text: 'c', tags: [] },
      ],
      updated: [{ databaseId: b?.id, text: 'a', active: false }],
      deletedPromptIds: [globalIdOf('Prompt', a?.id ?? '')],
    })
    expect((await list(here)).texts).toEqual(['a', 'b', 'c'])
  })

  it('set, add and remove tags', async () => {
    const here = await place()
    const [prompt] = await here.prompts('a')
    const projectPromptId = prompt?.id
    const set = await change(
      here,
      'setPromptTags',
      { projectPromptId, tags: ['Deals', 'b', 'deals'] },
      PROMPT,
    )
    expect(set.prompt.tags).toEqual([{ name: 'b' }, { name: 'Deals' }])
    const input = { projectPromptId, add: ['c'], remove: ['DEALS', 'nobody'] }
    const changed = await change(here, 'changePromptTags', input, PROMPT)
    expect(changed.prompt.tags).toEqual([{ name: 'b' }, { name: 'c' }])
  })

  it('delete one: it leaves the list and stays readable by its id', async () => {
    const here = await place()
    const [prompt] = await here.prompts('gone', 'stays')
    const id = globalIdOf('Prompt', prompt?.id ?? '')
    expect(await change(here, 'deletePrompt', { promptId: id }, 'deletedPromptId')).toEqual({
      deletedPromptId: id,
    })
    expect((await list(here)).texts).toEqual(['stays'])
    const read = await ask(
      world(),
      here.key,
      'query ($id: ID!) { node(id: $id) { ... on Prompt { text deletedAt } } }',
      { id },
    )
    expect(read.node).toEqual({ text: 'gone', deletedAt: expect.any(String) })
    expect(await refusal(here, 'deletePrompt', { promptId: id }, 'deletedPromptId')).toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('refused mutations of prompts', () => {
  it('name every wrong field as the input does', async () => {
    const here = await place()
    const [prompt] = await here.prompts('a')
    const one = await refusal(
      here,
      'createPrompt',
      { text: ' ', providers: ['nope'], locations: ['ZZ'] },
      PROMPT,
    )
    expect(one?.code).toBe('BAD_REQUEST')
    expect(Object.keys(one?.fieldErrors ?? {}).toSorted()).toEqual(['locations.0', 'providers.0', 'text'])
    const unknown = await refusal(
      here,
      'setPromptProviders',
      { promptId: prompt?.id, providers: ['nope'] },
      PROMPT,
    )
    expect(unknown).toMatchObject({
      code: 'INVALID_PROVIDER',
      fieldErrors: { 'providers.0': expect.any(String) },
    })
    const create = [{ text: 'b' }, { text: 'b' }, { text: 'a' }]
    const many = await refusal(here, 'changePrompts', { create, delete: ['no id'] }, 'deletedPromptIds')
    expect(many?.fieldErrors).toMatchObject({
      'create.1.text': expect.any(String),
      'delete.0': 'must be a UUID',
    })
    const tags = { projectPromptId: prompt?.id, add: ['x'], remove: ['X'] }
    expect((await refusal(here, 'changePromptTags', tags, PROMPT))?.fieldErrors).toEqual({
      'remove.0': 'is also to be added',
    })
    expect((await list(here)).texts).toEqual(['a'])
  })

  it('meet the limit of the plan and the text of another prompt', async () => {
    const here = await place({ plan: 'free' })
    const [first] = await here.prompts(...Array.from({ length: 10 }, (_, index) => `prompt ${index}`))
    expect(await refusal(here, 'createPrompt', { text: 'one more' }, PROMPT)).toMatchObject({
      code: 'PROMPT_LIMIT_EXCEEDED',
    })
    const many = { create: [{ text: 'x' }, { text: 'y' }], delete: [first?.id] }
    expect(await refusal(here, 'changePrompts', many, 'deletedPromptIds')).toMatchObject({
      code: 'PROMPT_LIMIT_EXCEEDED',
    })
    const input = { promptId: first?.id, text: 'prompt 1' }
    expect(await refusal(here, 'updatePrompt', input, PROMPT)).toMatchObject({ code: 'CONFLICT' })
    expect((await list(here)).totalCount).toBe(10)
  })

  it('know no prompt of another project, and organization keys none at all', async () => {
    const here = await place()
    const there = await place()
    const { body } = await there.call('POST /v1/prompts', { text: 'foreign', tags: ['t'] })
    const promptId = body.data.id
    const [tag] = (await ask(world(), there.key, '{ viewer { project { tags { nodes { id } } } } }')).viewer
      .project.tags.nodes
    const { key } = await world().organizationKey(there.organizationId, { admin: true })
    const attempts: [string, object, string][] = [
      ['updatePrompt', { promptId, text: 'mine' }, PROMPT],
      ['setPromptProviders', { promptId, providers: ['gemini'] }, PROMPT],
      ['setPromptTags', { projectPromptId: promptId, tags: [] }, PROMPT],
      ['changePromptTags', { projectPromptId: promptId, add: ['x'] }, PROMPT],
      ['deletePrompt', { promptId }, 'deletedPromptId'],
      ['changePrompts', { delete: [promptId] }, 'deletedPromptIds'],
    ]
    for (const [name, input, fields] of attempts) {
      expect(await refusal(here, name, input, fields)).toMatchObject({ code: 'NOT_FOUND' })
      expect(await refusal({ key }, name, input, fields)).toMatchObject({
        code: 'PROJECT_SCOPED_KEY_REQUIRED',
      })
    }
    const named = { text: 'x', projectId: here.projectId }
    expect((await refusal(here, 'createPrompt', named, PROMPT))?.fieldErrors).toEqual({
      projectId: expect.any(String),
    })
    const nodes = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
    const ids = [
      globalIdOf('Prompt', promptId),
      tag.id,
      globalIdOf('Prompt', NOBODY),
      globalIdOf('Tag', 'no id'),
    ]
    expect((await ask(world(), here.key, nodes, { ids })).nodes).toEqual([null, null, null, null])
    expect((await ask(world(), key, nodes, { ids })).nodes).toEqual([null, null, null, null])
    expect((await ask(world(), there.key, nodes, { ids })).nodes).toEqual([
      { id: ids[0] },
      { id: tag.id },
      null,
      null,
    ])
  })
})
