import { describe, expect, it } from 'vitest'
import { globalIdOf } from '../../src/graphql/foundation/global-id.ts'
import { ask } from './graphql-client.ts'
import { UNKNOWN_ID, useWorld } from './project-client.ts'
import { PROMPT, promptGraph } from './prompt-graph.ts'

const { world, createProject } = useWorld()
const { list, change, refusal } = promptGraph(world)

describe('prompt mutations', () => {
  it('createPrompt creates a prompt and returns its edge in the list', async () => {
    const project = await createProject()
    await project.prompts('first')
    const created = await change(
      project,
      'createPrompt',
      { text: ' Which CRM? ', providers: ['provider_1'], locations: ['DE'], tags: ['Deals'], active: false },
      `${PROMPT} promptEdge { cursor node { text } }`,
    )
    expect(created).toMatchObject({
      prompt: {
        text: 'Which CRM?',
        providers: [{ token: 'chatgpt' }],
        locations: ['DE'],
        tags: [{ name: 'Deals' }],
        active: false,
        deletedAt: null,
        project: { name: 'Taskfern' },
      },
      promptEdge: { node: { text: 'Which CRM?' } },
    })
    const { pageInfo, texts } = await list(project)
    expect(texts).toEqual(['first', 'Which CRM?'])
    expect(created.promptEdge.cursor).toBe(pageInfo.endCursor)
    const plain = await change(
      project,
      'createPrompt',
      { text: 'plain', providers: null, tags: null },
      PROMPT,
    )
    expect(plain.prompt).toMatchObject({ locations: ['US'], tags: [], active: true })
    expect(plain.prompt.providers).toHaveLength(7)
  })

  it('updatePrompt accepts either id, and null leaves a field unchanged', async () => {
    const project = await createProject()
    const [prompt] = await project.prompts('before')
    const promptId = prompt?.id ?? ''
    const paused = await change(project, 'updatePrompt', { promptId, active: false, text: null }, PROMPT)
    expect(paused.prompt).toMatchObject({ databaseId: promptId, text: 'before', active: false })
    const global = globalIdOf('Prompt', promptId)
    const input = { promptId: global, text: 'after', locations: ['FR'], tags: ['t'], active: true }
    const after = await change(project, 'updatePrompt', input, PROMPT)
    expect(after.prompt).toMatchObject({
      text: 'after',
      locations: ['FR'],
      tags: [{ name: 't' }],
      active: true,
    })
    const set = await change(
      project,
      'setPromptProviders',
      { promptId: global, providers: ['gemini'] },
      PROMPT,
    )
    expect(set.prompt).toMatchObject({
      text: 'after',
      providers: [{ token: 'gemini' }],
      tags: [{ name: 't' }],
    })
  })

  it('changePrompts deletes, changes and creates prompts in one transaction', async () => {
    const project = await createProject()
    const [a, b] = await project.prompts('a', 'b')
    const done = await change(
      project,
      'changePrompts',
      {
        deletePromptIds: [globalIdOf('Prompt', a?.id ?? '')],
        update: [{ promptId: b?.id, text: 'a', active: false, tags: null }],
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
    expect((await list(project)).texts).toEqual(['a', 'b', 'c'])
  })

  it('setPromptTags and changePromptTags set, add and remove tags', async () => {
    const project = await createProject()
    const [prompt] = await project.prompts('a')
    const promptId = prompt?.id
    const set = await change(project, 'setPromptTags', { promptId, tags: ['Deals', 'b', 'deals'] }, PROMPT)
    expect(set.prompt.tags).toEqual([{ name: 'b' }, { name: 'Deals' }])
    const input = { promptId, add: ['c'], remove: ['DEALS', 'nobody'] }
    const changed = await change(project, 'changePromptTags', input, PROMPT)
    expect(changed.prompt.tags).toEqual([{ name: 'b' }, { name: 'c' }])
  })

  it('deletePrompt removes the prompt from the list but keeps it readable by its id', async () => {
    const project = await createProject()
    const [prompt] = await project.prompts('gone', 'stays')
    const id = globalIdOf('Prompt', prompt?.id ?? '')
    expect(await change(project, 'deletePrompt', { promptId: id }, 'deletedPromptId')).toEqual({
      deletedPromptId: id,
    })
    expect((await list(project)).texts).toEqual(['stays'])
    const read = await ask(
      world(),
      project.key,
      'query ($id: ID!) { node(id: $id) { ... on Prompt { text deletedAt } } }',
      { id },
    )
    expect(read.node).toEqual({ text: 'gone', deletedAt: expect.any(String) })
    expect(await refusal(project, 'deletePrompt', { promptId: id }, 'deletedPromptId')).toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('refused prompt mutations', () => {
  it('name every invalid field by its path in the input', async () => {
    const project = await createProject()
    const [prompt] = await project.prompts('a')
    const invalid = await refusal(
      project,
      'createPrompt',
      { text: ' ', providers: ['nope'], locations: ['ZZ'] },
      PROMPT,
    )
    expect(invalid?.code).toBe('BAD_REQUEST')
    expect(Object.keys(invalid?.fieldErrors ?? {}).toSorted()).toEqual(['locations.0', 'providers.0', 'text'])
    const unknown = await refusal(
      project,
      'setPromptProviders',
      { promptId: prompt?.id, providers: ['nope'] },
      PROMPT,
    )
    expect(unknown).toMatchObject({
      code: 'INVALID_PROVIDER',
      fieldErrors: { 'providers.0': expect.any(String) },
    })
    const create = [{ text: 'b' }, { text: 'b' }, { text: 'a' }]
    const many = await refusal(
      project,
      'changePrompts',
      { create, deletePromptIds: ['no id'] },
      'deletedPromptIds',
    )
    expect(many?.fieldErrors).toMatchObject({
      'create.1.text': expect.any(String),
      'deletePromptIds.0': 'must be a UUID',
    })
    const tags = { promptId: prompt?.id, add: ['x'], remove: ['X'] }
    expect((await refusal(project, 'changePromptTags', tags, PROMPT))?.fieldErrors).toEqual({
      'remove.0': 'is also in the list of tags to add',
    })
    const update = [{ promptId: 'no id', text: 'c' }]
    expect((await refusal(project, 'changePrompts', { update }, 'deletedPromptIds'))?.fieldErrors).toEqual({
      'update.0.promptId': expect.any(String),
    })
    expect(
      (await refusal(project, 'setPromptTags', { promptId: 'no id', tags: [] }, PROMPT))?.fieldErrors,
    ).toEqual({
      promptId: expect.any(String),
    })
    expect((await list(project)).texts).toEqual(['a'])
  })

  it("include prompts above the plan's limit and texts of other prompts", async () => {
    const project = await createProject({ plan: 'free' })
    const [first] = await project.prompts(...Array.from({ length: 10 }, (_, index) => `prompt ${index}`))
    expect(await refusal(project, 'createPrompt', { text: 'one more' }, PROMPT)).toMatchObject({
      code: 'PROMPT_LIMIT_EXCEEDED',
    })
    const many = { create: [{ text: 'x' }, { text: 'y' }], deletePromptIds: [first?.id] }
    expect(await refusal(project, 'changePrompts', many, 'deletedPromptIds')).toMatchObject({
      code: 'PROMPT_LIMIT_EXCEEDED',
    })
    const input = { promptId: first?.id, text: 'prompt 1' }
    expect(await refusal(project, 'updatePrompt', input, PROMPT)).toMatchObject({ code: 'CONFLICT' })
    expect((await list(project)).totalCount).toBe(10)
  })

  it('include prompts of another project and organization keys', async () => {
    const project = await createProject()
    const otherProject = await createProject()
    const { body } = await otherProject.call('POST /v1/prompts', { text: 'foreign', tags: ['t'] })
    const promptId = body.data.id
    const [tag] = (await ask(world(), otherProject.key, '{ viewer { project { tags { nodes { id } } } } }'))
      .viewer.project.tags.nodes
    const { key } = await world().organizationKey(otherProject.organizationId, { admin: true })
    const attempts: [string, object, string][] = [
      ['updatePrompt', { promptId, text: 'mine' }, PROMPT],
      ['setPromptProviders', { promptId, providers: ['gemini'] }, PROMPT],
      ['setPromptTags', { promptId, tags: [] }, PROMPT],
      ['changePromptTags', { promptId, add: ['x'] }, PROMPT],
      ['deletePrompt', { promptId }, 'deletedPromptId'],
      ['changePrompts', { deletePromptIds: [promptId] }, 'deletedPromptIds'],
    ]
    for (const [name, input, fields] of attempts) {
      expect(await refusal(project, name, input, fields)).toMatchObject({ code: 'NOT_FOUND' })
      expect(await refusal({ key }, name, input, fields)).toMatchObject({
        code: 'PROJECT_SCOPED_KEY_REQUIRED',
      })
    }
    const named = { text: 'x', projectId: project.projectId }
    expect((await refusal(project, 'createPrompt', named, PROMPT))?.fieldErrors).toEqual({
      projectId: expect.any(String),
    })
    const nodes = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
    const ids = [
      globalIdOf('Prompt', promptId),
      tag.id,
      globalIdOf('Prompt', UNKNOWN_ID),
      globalIdOf('Tag', 'no id'),
    ]
    expect((await ask(world(), project.key, nodes, { ids })).nodes).toEqual([null, null, null, null])
    expect((await ask(world(), key, nodes, { ids })).nodes).toEqual([null, null, null, null])
    expect((await ask(world(), otherProject.key, nodes, { ids })).nodes).toEqual([
      { id: ids[0] },
      { id: tag.id },
      null,
      null,
    ])
  })
})
