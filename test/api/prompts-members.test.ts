import { expect, it } from 'vitest'
import type { Ctx } from '../../src/core/context.ts'
import { newId } from '../../src/core/ids.ts'
import { changePrompts } from '../../src/core/prompts/batch.ts'
import { createPrompt } from '../../src/core/prompts/create.ts'
import { deletePrompt } from '../../src/core/prompts/delete.ts'
import { countPrompts, pagePrompts } from '../../src/core/prompts/page.ts'
import { readPrompts } from '../../src/core/prompts/read.ts'
import { setPromptProviders } from '../../src/core/prompts/set-providers.ts'
import { updatePrompt } from '../../src/core/prompts/update.ts'
import { changeTags, setTags } from '../../src/core/tags/change.ts'
import { countTags, listTags } from '../../src/core/tags/list.ts'
import { readTags } from '../../src/core/tags/read.ts'
import { NOBODY, useWorld } from './project-client.ts'

const { world, place } = useWorld()

function member(organizationId: string): Ctx {
  return { ...world().operator, actor: { type: 'member', userId: newId(), organizationId, role: 'member' } }
}

const page = { size: 10, backward: false, after: null, before: null }

it('a member changes the prompts of the project it names, and reads them', async () => {
  const { organizationId, projectId } = await place()
  const ctx = member(organizationId)
  const { id } = await createPrompt({ ctx, input: { projectId, text: 'a' } })
  await updatePrompt({ ctx, input: { projectId, promptId: id, changes: { active: false } } })
  await setPromptProviders({ ctx, input: { projectId, promptId: id, assignment: { providers: ['grok'] } } })
  await setTags({ ctx, input: { projectId, projectPromptId: id, tags: ['t'] } })
  const tagged = await changeTags({ ctx, input: { projectId, projectPromptId: id, add: ['u'] } })
  expect(tagged).toMatchObject({ projectId, text: 'a', active: false, providers: ['grok'], tags: ['t', 'u'] })
  await changePrompts({ ctx, input: { projectId, create: ['b'] } })
  const list = { projectId, filter: {} }
  const prompts = await pagePrompts({ ctx, input: { ...list, page, newestFirst: true } })
  expect(prompts.map(({ text }) => text)).toEqual(['b', 'a'])
  expect(prompts[1]).toEqual(tagged)
  expect(await deletePrompt({ ctx, input: { projectId, promptId: id } })).toBe(id)
  expect(await countPrompts({ ctx, input: list })).toBe(1)
  expect(await readPrompts({ ctx, input: { ids: [NOBODY, id] } })).toMatchObject([
    null,
    { id, tags: [], deletedAt: expect.any(Date) },
  ])
  expect((await listTags({ ctx, input: { projectId, page } })).map(({ name }) => name)).toEqual(['t', 'u'])
  expect(await countTags({ ctx, input: { projectId } })).toBe(2)
})

it('a member of another organization finds nothing of it, and changes nothing', async () => {
  const here = await place()
  const projectId = here.projectId
  const own = member(here.organizationId)
  const { id, tagIds } = await createPrompt({ ctx: own, input: { projectId, text: 'a', tags: ['t'] } })
  const ctx = member((await place()).organizationId)
  const attempts = [
    () => createPrompt({ ctx, input: { projectId, text: 'b' } }),
    () => updatePrompt({ ctx, input: { projectId, promptId: id, changes: { text: 'b' } } }),
    () => changePrompts({ ctx, input: { projectId, delete: [id] } }),
    () => deletePrompt({ ctx, input: { projectId, promptId: id } }),
    () => setTags({ ctx, input: { projectId, projectPromptId: id, tags: [] } }),
    () => createPrompt({ ctx: own, input: { projectId: 'no id', text: 'b' } }),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(createPrompt({ ctx: own, input: { text: 'b' } })).rejects.toMatchObject({
    fieldErrors: { projectId: 'is required' },
  })
  const list = { projectId, filter: {} }
  expect(await pagePrompts({ ctx, input: { ...list, page, newestFirst: false } })).toEqual([])
  expect(await countPrompts({ ctx, input: list })).toBe(0)
  expect(await listTags({ ctx, input: { projectId, page } })).toEqual([])
  expect(await countTags({ ctx, input: { projectId } })).toBe(0)
  expect(await readPrompts({ ctx, input: { ids: [id] } })).toEqual([null])
  expect(await readTags({ ctx, input: { ids: tagIds } })).toEqual([null])
  expect(await readPrompts({ ctx: own, input: { ids: [id] } })).toMatchObject([{ text: 'a', tags: ['t'] }])
})
