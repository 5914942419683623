import { z } from 'zod'
import type { Prisma, Tag } from '../../generated/prisma/client.ts'
import { authorize } from '../access/authorize.ts'
import { expectedVersionSchema, lockOwnProject, resolveProject } from '../access/project-access.ts'
import type { LockedProjectId } from '../access/visible.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'
import { isUuid } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import { canonicalKey, nameSchema } from '../foundation/text.ts'
import { transaction } from '../foundation/transaction.ts'
import { type TagRecord, toTagRecord } from './read.ts'

const deleteSchema = z.strictObject({
  projectId: z.string('must be a text').optional(),
  expectedVersion: expectedVersionSchema,
  tagId: z.string('must be a text'),
})
const renameSchema = deleteSchema.extend({ name: nameSchema })

/**
 * Renames a tag on all of its prompts. Past runs keep the name that the tag had when they asked. Members must pass
 * `projectId`; a project key implies it.
 * @throws {AppError} BAD_REQUEST; CONFLICT if another tag of the project has the name; NOT_FOUND
 */
export async function renameTag({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof renameSchema>
}): Promise<TagRecord> {
  authorize(ctx, 'prompts:write')
  const { name, ...request } = parse(renameSchema, input)
  return changeTag(ctx, request, async (db, tag) => {
    const key = canonicalKey(name)
    const other = await db.tag.findFirst({ where: { projectId: tag.projectId, key, id: { not: tag.id } } })
    if (other) throw new AppError('CONFLICT', `The project already has the tag ${other.name}.`)
    return toTagRecord(await db.tag.update({ where: { id: tag.id }, data: { name, key } }))
  })
}

/**
 * Deletes a tag, which all of its prompts lose, and returns its id. Past runs keep their metrics by tag. Members must pass
 * `projectId`; a project key implies it.
 * @throws {AppError} NOT_FOUND
 */
export async function deleteTag({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof deleteSchema>
}): Promise<string> {
  authorize(ctx, 'prompts:write')
  return changeTag(ctx, parse(deleteSchema, input), async (db, { id }) => {
    await db.tag.delete({ where: { id } })
    return id
  })
}

function changeTag<Result>(
  ctx: Ctx,
  { projectId, expectedVersion, tagId }: z.output<typeof deleteSchema>,
  change: (db: Prisma.TransactionClient, tag: Tag) => Promise<Result>,
): Promise<Result> {
  const requestedId = resolveProject(ctx, projectId)
  return transaction(ctx, async ({ db, publish }) => {
    const { id } = await lockOwnProject(ctx, db, requestedId, { expectedVersion })
    publish({ projectId: id, changed: 'prompts' })
    return change(db, await tagOf(db, id, tagId))
  })
}

async function tagOf(db: Prisma.TransactionClient, projectId: LockedProjectId, id: string): Promise<Tag> {
  const tag = isUuid(id) ? await db.tag.findFirst({ where: { id, projectId } }) : null
  if (!tag) throw notFound('Tag')
  return tag
}
