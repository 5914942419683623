import { expect, it } from 'vitest'
import type { AppCtx } from '../../src/core/context.ts'
import { changePrompts } from '../../src/core/prompts/batch.ts'
import { createPrompt } from '../../src/core/prompts/create.ts'
import { deletePrompt } from '../../src/core/prompts/delete.ts'
import { countPrompts, pagePrompts } from '../../src/core/prompts/find.ts'
import { readPrompts } from '../../src/core/prompts/read.ts'
import { changeTags, setTags } from '../../src/core/prompts/set-tags.ts'
import { setPromptProviders, updatePrompt } from '../../src/core/prompts/update.ts'
import { countTags, listTags, readTags } from '../../src/core/tags/read.ts'
import { UNKNOWN_ID, useWorld } from './project-client.ts'

const { world, createProject } = useWorld()

function member(organizationId: string): AppCtx {
  return world().member(organizationId, 'member')
}

const page = { size: 10, backward: false, after: null, before: null }

it('a member reads and changes the prompts of a named project', async () => {
  const { organizationId, projectId } = await createProject()
  const ctx = member(organizationId)
  const { id } = await createPrompt({ ctx, input: { projectId, text: 'a' } })
  await updatePrompt({ ctx, input: { projectId, promptId: id, changes: { active: false } } })
  await setPromptProviders({ ctx, input: { projectId, promptId: id, assignment: { providers: ['grok'] } } })
  await setTags({ ctx, input: { projectId, projectPromptId: id, tags: ['t'] } })
  const tagged = await changeTags({ ctx, input: { projectId, projectPromptId: id, add: ['u'] } })
  expect(tagged).toMatchObject({ projectId, text: 'a', active: false, providers: ['grok'], tags: ['t', 'u'] })
  await changePrompts({ ctx, input: { projectId, create: ['b'] } })
  const list = { ids: [projectId], of: 'project' as const, filter: {} }
  const [prompts = []] = await pagePrompts({ ctx, input: { ...list, page, newestFirst: true } })
  expect(prompts.map(({ text }) => text)).toEqual(['b', 'a'])
  expect(prompts[1]).toEqual(tagged)
  expect(await deletePrompt({ ctx, input: { projectId, promptId: id } })).toBe(id)
  expect(await countPrompts({ ctx, input: list })).toEqual([1])
  expect(await readPrompts({ ctx, input: { ids: [UNKNOWN_ID, id] } })).toMatchObject([
    null,
    { id, tags: [], deletedAt: expect.any(Date) },
  ])
  const ids = [projectId]
  const [tags = []] = await listTags({ ctx, input: { ids, page } })
  expect(tags.map(({ name }) => name)).toEqual(['t', 'u'])
  expect(await countTags({ ctx, input: { ids } })).toEqual([2])
})

it('a member of another organization cannot find or change any prompt', async () => {
  const project = await createProject()
  const projectId = project.projectId
  const ownerCtx = member(project.organizationId)
  const { id, tagIds } = await createPrompt({ ctx: ownerCtx, input: { projectId, text: 'a', tags: ['t'] } })
  const ctx = member((await createProject()).organizationId)
  const attempts = [
    () => createPrompt({ ctx, input: { projectId, text: 'b' } }),
    () => updatePrompt({ ctx, input: { projectId, promptId: id, changes: { text: 'b' } } }),
    () => changePrompts({ ctx, input: { projectId, delete: [id] } }),
    () => deletePrompt({ ctx, input: { projectId, promptId: id } }),
    () => setTags({ ctx, input: { projectId, projectPromptId: id, tags: [] } }),
    () => createPrompt({ ctx: ownerCtx, input: { projectId: 'no id', text: 'b' } }),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(createPrompt({ ctx: ownerCtx, input: { text: 'b' } })).rejects.toMatchObject({
    fieldErrors: { projectId: 'is required' },
  })
  const list = { ids: [projectId], of: 'project' as const, filter: {} }
  expect(await pagePrompts({ ctx, input: { ...list, page, newestFirst: false } })).toEqual([[]])
  expect(await countPrompts({ ctx, input: list })).toEqual([0])
  expect(await listTags({ ctx, input: { ids: list.ids, page } })).toEqual([[]])
  expect(await countTags({ ctx, input: { ids: list.ids } })).toEqual([0])
  expect(await readPrompts({ ctx, input: { ids: [id] } })).toEqual([null])
  expect(await readTags({ ctx, input: { ids: tagIds } })).toEqual([null])
  expect(await readPrompts({ ctx: ownerCtx, input: { ids: [id] } })).toMatchObject([
    { text: 'a', tags: ['t'] },
  ])
})
