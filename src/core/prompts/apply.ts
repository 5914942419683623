import type { Prisma } from '../../generated/prisma/client.ts'
import type { LockedProjectId } from '../access/visible.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { newId } from '../foundation/ids.ts'
import { linkTags, type TaggedPrompt } from '../tags/link.ts'
import { type PromptRecord, toPromptRecord, WITH_TAGS } from './row.ts'

/** New state of a prompt. Null `tags` leave the tags unchanged. */
export interface PromptState {
  text: string
  providers: string[]
  locations: string[]
  active: boolean
  tags: string[] | null
}

/** Validated changes to the prompts of one project. */
export interface PromptChanges {
  create?: readonly PromptState[]
  update?: readonly (PromptState & { id: string })[]
  /** Ids. */
  delete?: readonly string[]
}

/**
 * Deletes, updates and creates prompts, in this order, so that one prompt can take over the text of another. The ids
 * must be existing prompts of the project, and all texts must be distinct afterwards.
 */
export async function applyPromptChanges(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  projectId: LockedProjectId,
  changes: PromptChanges,
): Promise<{ created: PromptRecord[]; updated: PromptRecord[] }> {
  const { update = [], delete: removed = [] } = changes
  const create = (changes.create ?? []).map((state) => ({ ...state, id: newId() }))
  await deletePrompts(ctx, db, projectId, removed)
  await updatePrompts(ctx, db, projectId, update)
  await insertPrompts(ctx, db, projectId, create)
  const tagged = [...update, ...create].filter(
    (prompt): prompt is typeof prompt & TaggedPrompt => !!prompt.tags,
  )
  await linkTags(db, projectId, tagged)
  const ids = [...update, ...create].map(({ id }) => id)
  const records = ids.length > 0 ? await loadRecords(db, ids) : []
  return { updated: records.slice(0, update.length), created: records.slice(update.length) }
}

async function deletePrompts(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  projectId: LockedProjectId,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  // Soft delete, because results refer to the row.
  await db.$executeRaw`
    UPDATE prompt SET deleted_at = ${ctx.now()}, updated_at = ${ctx.now()}
    WHERE project_id = ${projectId}::uuid AND id = ANY(${ids}::uuid[])`
  await db.$executeRaw`DELETE FROM prompt_tag WHERE prompt_id = ANY(${ids}::uuid[])`
}

async function updatePrompts(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  projectId: LockedProjectId,
  prompts: readonly (PromptState & { id: string })[],
): Promise<void> {
  if (prompts.length === 0) return
  // Temporarily soft-deletes the prompts to take them out of the unique index. Otherwise two prompts could not swap
  // their texts.
  await db.$executeRaw`
    UPDATE prompt SET deleted_at = ${ctx.now()}
    WHERE project_id = ${projectId}::uuid AND id = ANY(${prompts.map(({ id }) => id)}::uuid[])`
  await db.$executeRaw`
    UPDATE prompt SET text = given.text, providers = given.providers, locations = given.locations,
                      active = given.active, updated_at = ${ctx.now()}, deleted_at = NULL
    FROM jsonb_to_recordset(${JSON.stringify(prompts)}::jsonb)
      AS given (id uuid, text text, providers text[], locations text[], active boolean)
    WHERE prompt.project_id = ${projectId}::uuid AND prompt.id = given.id`
}

async function insertPrompts(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  projectId: LockedProjectId,
  prompts: readonly (PromptState & { id: string })[],
): Promise<void> {
  if (prompts.length === 0) return
  await db.$executeRaw`
    INSERT INTO prompt (id, project_id, text, providers, locations, active, created_at, updated_at)
    SELECT id, ${projectId}::uuid, text, providers, locations, active, ${ctx.now()}, ${ctx.now()}
    FROM jsonb_to_recordset(${JSON.stringify(prompts)}::jsonb)
      AS given (id uuid, text text, providers text[], locations text[], active boolean)`
}

async function loadRecords(db: Prisma.TransactionClient, ids: readonly string[]): Promise<PromptRecord[]> {
  const prompts = await db.prompt.findMany({ where: { id: { in: [...ids] } }, include: WITH_TAGS })
  const recordsById = new Map(prompts.map((prompt) => [prompt.id, toPromptRecord(prompt)]))
  return ids.map((id) => {
    const record = recordsById.get(id)
    if (!record) throw notFound('Prompt')
    return record
  })
}
