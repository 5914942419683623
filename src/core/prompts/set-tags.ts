import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { uuidSchema } from '../ids.ts'
import { badFields, parse } from '../parse.ts'
import { lockOwnProject, splitProjectId, type WithProjectId } from '../project-access.ts'
import { MAXIMUM_TAGS, tagsSchema } from '../tags/input.ts'
import { canonicalKey, distinctNames } from '../text.ts'
import { transaction } from '../transaction.ts'
import { applyPromptChanges } from './apply.ts'
import { existingPrompt } from './read.ts'
import { onlyRecord, type PromptRecord } from './row.ts'

/** Body of PUT /settings/tags. */
export const setTagsInputSchema = z.strictObject({
  projectPromptId: uuidSchema.describe('The id of a prompt.'),
  tags: tagsSchema.describe('All tags of the prompt: names, or objects with a name; new ones are created.'),
})
export type SetTagsInput = z.input<typeof setTagsInputSchema>

/** Body of PATCH /settings/tags. */
export const changeTagsInputSchema = z
  .strictObject({
    projectPromptId: uuidSchema.describe('The id of a prompt.'),
    add: tagsSchema.default([]).describe('Tags it is to have besides; new ones are created.'),
    remove: tagsSchema.default([]).describe('Tags it is to lose; those it does not have are no mistake.'),
  })
  // Not a refinement: zod runs refinements also on lists with invalid items, which then have other types.
  .transform(({ projectPromptId, add, remove }, context) => {
    const added = new Set(add.map(canonicalKey))
    remove.forEach((name, index) => {
      if (!added.has(canonicalKey(name))) return
      context.addIssue({ code: 'custom', path: ['remove', index], message: 'is also to be added' })
    })
    return { projectPromptId, add, remove }
  })
export type ChangeTagsInput = z.input<typeof changeTagsInputSchema>

/**
 * Replaces the tags of a prompt. A member names the project, a project key does not.
 * @throws {AppError} BAD_REQUEST; NOT_FOUND
 */
export async function setTags({
  ctx,
  input,
}: {
  ctx: Ctx
  input: WithProjectId<SetTagsInput>
}): Promise<PromptRecord> {
  authorize(ctx, 'settings:write')
  const { projectId, body } = splitProjectId(ctx, input)
  const { projectPromptId, tags } = parse(setTagsInputSchema, body)
  return updateTags(ctx, { projectId, projectPromptId }, () => tags)
}

/**
 * Adds tags to a prompt and removes others. A member names the project, a project key does not.
 * @throws {AppError} BAD_REQUEST, also when the prompt would have too many; NOT_FOUND
 */
export async function changeTags({
  ctx,
  input,
}: {
  ctx: Ctx
  input: WithProjectId<ChangeTagsInput>
}): Promise<PromptRecord> {
  authorize(ctx, 'settings:write')
  const { projectId, body } = splitProjectId(ctx, input)
  const { projectPromptId, add, remove } = parse(changeTagsInputSchema, body)
  const removed = new Set(remove.map(canonicalKey))
  return updateTags(ctx, { projectId, projectPromptId }, (current) => {
    const tags = distinctNames([...current.filter((name) => !removed.has(canonicalKey(name))), ...add])
    if (tags.length <= MAXIMUM_TAGS) return tags
    throw badFields({
      add: `the prompt would have ${tags.length} tags; at most ${MAXIMUM_TAGS} are accepted`,
    })
  })
}

function updateTags(
  ctx: Ctx,
  { projectId, projectPromptId }: { projectId: string; projectPromptId: string },
  change: (current: readonly string[]) => string[],
): Promise<PromptRecord> {
  return transaction(ctx, async ({ db, publish }) => {
    await lockOwnProject(ctx, db, projectId)
    const prompt = await existingPrompt(db, projectId, projectPromptId)
    const links = await db.promptTag.findMany({ where: { promptId: prompt.id }, include: { tag: true } })
    const state = { ...prompt, tags: change(links.map(({ tag }) => tag.name)) }
    const { updated } = await applyPromptChanges(ctx, db, projectId, { update: [state] })
    publish({ projectId, changed: 'prompts' })
    return onlyRecord(updated)
  })
}
