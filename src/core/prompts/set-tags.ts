import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import {
  expectedVersionSchema,
  lockOwnProject,
  splitProjectId,
  type WithProjectId,
} from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { canonicalKey, distinctNames } from '../foundation/text.ts'
import { transaction } from '../foundation/transaction.ts'
import { MAXIMUM_TAGS, tagsSchema } from '../tags/input.ts'
import { applyPromptChanges } from './apply.ts'
import { existingPrompt } from './read.ts'
import { onlyRecord, type PromptRecord } from './row.ts'

/** Body of PUT /settings/tags. */
export const setTagsInputSchema = z.strictObject({
  projectPromptId: uuidSchema.describe('ID of the prompt.'),
  tags: tagsSchema.describe(
    'All tags of the prompt: names, or objects with a name. Tags that do not exist yet are created.',
  ),
  expectedVersion: expectedVersionSchema,
})
export type SetTagsInput = z.input<typeof setTagsInputSchema>

/** Body of PATCH /settings/tags. */
export const changeTagsInputSchema = z
  .strictObject({
    projectPromptId: uuidSchema.describe('ID of the prompt.'),
    add: tagsSchema.default([]).describe('Tags to add. Tags that do not exist yet are created.'),
    remove: tagsSchema
      .default([])
      .describe('Tags to remove. Tags that the prompt does not have are ignored.'),
    expectedVersion: expectedVersionSchema,
  })
  // Not a refinement, because zod also runs refinements on lists with invalid items, which then have unexpected types.
  .transform((changes, context) => {
    const { add, remove } = changes
    const added = new Set(add.map(canonicalKey))
    remove.forEach((name, index) => {
      if (!added.has(canonicalKey(name))) return
      context.addIssue({
        code: 'custom',
        path: ['remove', index],
        message: 'is also in the list of tags to add',
      })
    })
    return changes
  })
export type ChangeTagsInput = z.input<typeof changeTagsInputSchema>

/**
 * Replaces the tags of a prompt. Members must pass `projectId`; a project key implies it.
 * @throws {AppError} BAD_REQUEST; NOT_FOUND; CONFLICT for another version than expected
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
  const { tags, ...request } = parse(setTagsInputSchema, body)
  return updateTags(ctx, { projectId, ...request }, () => tags)
}

/**
 * Adds tags to a prompt and removes others. Members must pass `projectId`; a project key implies it.
 * @throws {AppError} BAD_REQUEST, including when the prompt would have too many tags; NOT_FOUND; CONFLICT for another
 *   version than expected
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
  const { add, remove, ...request } = parse(changeTagsInputSchema, body)
  const removed = new Set(remove.map(canonicalKey))
  return updateTags(ctx, { projectId, ...request }, (current) => {
    const tags = distinctNames([...current.filter((name) => !removed.has(canonicalKey(name))), ...add])
    if (tags.length <= MAXIMUM_TAGS) return tags
    throw badFields({
      add: `would result in ${tags.length} tags; a prompt can have at most ${MAXIMUM_TAGS}`,
    })
  })
}

function updateTags(
  ctx: Ctx,
  input: { projectId: string; projectPromptId: string; expectedVersion?: number | undefined },
  change: (current: readonly string[]) => string[],
): Promise<PromptRecord> {
  return transaction(ctx, async ({ db, publish }) => {
    const { id: projectId } = await lockOwnProject(ctx, db, input.projectId, input)
    const prompt = await existingPrompt(db, projectId, input.projectPromptId)
    const links = await db.promptTag.findMany({ where: { promptId: prompt.id }, include: { tag: true } })
    const state = { ...prompt, tags: change(links.map(({ tag }) => tag.name)) }
    const { updated } = await applyPromptChanges(ctx, db, projectId, { update: [state] })
    publish({ projectId, changed: 'prompts' })
    return onlyRecord(updated)
  })
}
