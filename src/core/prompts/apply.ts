import type { Prisma } from '../../generated/prisma/client.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import { linkTags, type TaggedPrompt } from '../tags/link.ts'
import { type PromptRecord, toPromptRecord, WITH_TAGS } from './row.ts'

/** The new state of a prompt; null for `tags` leaves them unchanged. */
export interface PromptState {
  text: string
  providers: string[]
  locations: string[]
  active: boolean
  tags: string[] | null
}

/** Validated changes of the prompts of one project. */
export interface PromptChanges {
  create?: readonly PromptState[]
  update?: readonly (PromptState & { id: string })[]
  /** Ids. */
  delete?: readonly string[]
}

/**
 * Deletes, updates and creates prompts, in this order, so that a text may pass from one prompt to another. The caller has
 * locked the project and checked that the ids are existing prompts of it and that all texts will be distinct.
 */
export async function applyPromptChanges(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  projectId: string,
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
  const records = ids.length > 0 ? await recordsOf(db, ids) : []
  return { updated: records.slice(0, update.length), created: records.slice(update.length) }
}

async function deletePrompts(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  // The row stays, because results refer to it.
  await db.$executeRaw`
    UPDATE prompt SET deleted_at = ${ctx.now()}, updated_at = ${ctx.now()}
    WHERE project_id = ${projectId}::uuid AND id = ANY(${ids}::uuid[])`
  await db.$executeRaw`DELETE FROM prompt_tag WHERE prompt_id = ANY(${ids}::uuid[])`
}

async function updatePrompts(
  ctx: Ctx,
  db: Prisma.TransactionClient,
  projectId: string,
  prompts: readonly (PromptState & { id: string })[],
): Promise<void> {
  if (prompts.length === 0) return
  // Temporarily deleted, which takes them out of the unique index: two prompts may exchange their texts.
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
  projectId: string,
  prompts: readonly (PromptState & { id: string })[],
): Promise<void> {
  if (prompts.length === 0) return
  await db.$executeRaw`
    INSERT INTO prompt (id, project_id, text, providers, locations, active, created_at, updated_at)
    SELECT id, ${projectId}::uuid, text, providers, locations, active, ${ctx.now()}, ${ctx.now()}
    FROM jsonb_to_recordset(${JSON.stringify(prompts)}::jsonb)
      AS given (id uuid, text text, providers text[], locations text[], active boolean)`
}

async function recordsOf(db: Prisma.TransactionClient, ids: readonly string[]): Promise<PromptRecord[]> {
  const prompts = await db.prompt.findMany({ where: { id: { in: [...ids] } }, include: WITH_TAGS })
  const found = new Map(prompts.map((prompt) => [prompt.id, toPromptRecord(prompt)]))
  return ids.map((id) => {
    const record = found.get(id)
    if (!record) throw notFound('Prompt')
    return record
  })
}
