import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { uuidSchema } from '../ids.ts'
import { badFields, parse } from '../parse.ts'
import { lockOwnProject } from '../projects/lock-own.ts'
import { type MayNameProject, takeProject } from '../projects/requested.ts'
import { applyChanges } from '../prompts/apply.ts'
import { livingPrompt } from '../prompts/read.ts'
import { onlyRecord, type PromptRecord } from '../prompts/record.ts'
import { canonicalKey } from '../text.ts'
import { transaction } from '../transaction.ts'
import { distinctTags, MOST_TAGS, tagsSchema } from './input.ts'

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
  // Not a refinement: that would also run on lists whose items are wrong, and see them as they came.
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
 * Replaces the tags of a prompt (specification §4 "PUT /settings/tags"). A member names the project, a key has one.
 * @throws {AppError} BAD_REQUEST; NOT_FOUND
 */
export async function setTags({
  ctx,
  input,
}: {
  ctx: Ctx
  input: MayNameProject<SetTagsInput>
}): Promise<PromptRecord> {
  authorize(ctx, 'settings:write')
  const { projectId, body } = takeProject(ctx, input)
  const { projectPromptId, tags } = parse(setTagsInputSchema, body)
  return retag(ctx, { projectId, projectPromptId }, () => tags)
}

/**
 * Adds tags to a prompt and takes others away (specification §4 "PATCH /settings/tags"). A member names the
 * project, a key has one.
 * @throws {AppError} BAD_REQUEST, also when the prompt would have too many; NOT_FOUND
 */
export async function changeTags({
  ctx,
  input,
}: {
  ctx: Ctx
  input: MayNameProject<ChangeTagsInput>
}): Promise<PromptRecord> {
  authorize(ctx, 'settings:write')
  const { projectId, body } = takeProject(ctx, input)
  const { projectPromptId, add, remove } = parse(changeTagsInputSchema, body)
  const removed = new Set(remove.map(canonicalKey))
  return retag(ctx, { projectId, projectPromptId }, (standing) => {
    const tags = distinctTags([...standing.filter((name) => !removed.has(canonicalKey(name))), ...add])
    if (tags.length <= MOST_TAGS) return tags
    throw badFields({ add: `the prompt would have ${tags.length} tags; at most ${MOST_TAGS} are accepted` })
  })
}

function retag(
  ctx: Ctx,
  { projectId, projectPromptId }: { projectId: string; projectPromptId: string },
  change: (standing: readonly string[]) => string[],
): Promise<PromptRecord> {
  return transaction(ctx, async ({ db, publish }) => {
    await lockOwnProject(ctx, db, projectId)
    const prompt = await livingPrompt(db, projectId, projectPromptId)
    const links = await db.promptTag.findMany({ where: { promptId: prompt.id }, include: { tag: true } })
    const state = { ...prompt, tags: change(links.map(({ tag }) => tag.name)) }
    const { updated } = await applyChanges(ctx, db, projectId, { update: [state] })
    publish({ projectId, changed: 'prompts' })
    return onlyRecord(updated)
  })
}
