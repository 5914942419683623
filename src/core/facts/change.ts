import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { lockOwnProject, resolveProject } from '../access/project-access.ts'
import type { LockedProjectId } from '../access/visible.ts'
import type { Ctx, Transaction } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'
import { newId } from '../foundation/ids.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { type FactRecord, MAXIMUM_FACTS } from './definition.ts'
import { queueChecksOf } from './due.ts'
import { factInputSchema, factText } from './input.ts'
import { findFact } from './read.ts'
import { toFactRecord } from './row.ts'

const projectSchema = z.object({ projectId: z.string('must be a text').optional() })

/**
 * Adds a fact about the brand of a project. The answers of the two latest runs are then checked in the background.
 * Members must pass `projectId`; a project key implies it.
 * @throws {AppError} BAD_REQUEST, also beyond the maximum number; CONFLICT if the project has the same fact; NOT_FOUND
 */
export async function addFact({
  ctx,
  input: { projectId, ...input },
}: {
  ctx: Ctx
  input: { projectId?: string | undefined } & object
}): Promise<FactRecord> {
  authorize(ctx, 'settings:write')
  const fact = parse(factInputSchema, input)
  const requestedId = resolveProject(ctx, parse(projectSchema, { projectId }).projectId)
  return transaction(ctx, async (tx) => {
    const { id } = await lockOwnProject(ctx, tx.db, requestedId)
    const text = factText(fact)
    const existing = await tx.db.brandFact.findMany({ where: { projectId: id }, select: { text: true } })
    if (existing.length >= MAXIMUM_FACTS)
      throw badFields({ kind: `would be fact ${MAXIMUM_FACTS + 1}; a project can have ${MAXIMUM_FACTS}` })
    if (existing.some((other) => other.text === text)) throw duplicate(text)
    const version = await nextVersion(tx, id)
    return toFactRecord(
      await tx.db.brandFact.create({
        data: { id: newId(), projectId: id, value: { ...fact }, text, version, createdAt: ctx.now() },
      }),
    )
  })
}

/**
 * Replaces a fact. The answers of the two latest runs are then checked again in the background. Results of older runs
 * for the fact are removed.
 * @throws {AppError} BAD_REQUEST; CONFLICT if another fact of the project is the same; NOT_FOUND
 */
export async function updateFact({
  ctx,
  input: { factId, ...input },
}: {
  ctx: Ctx
  input: { factId: string } & object
}): Promise<FactRecord> {
  authorize(ctx, 'settings:write')
  const fact = parse(factInputSchema, input)
  const { id, projectId } = await findFact(ctx, factId)
  return transaction(ctx, async (tx) => {
    const project = await lockOwnProject(ctx, tx.db, projectId)
    const text = factText(fact)
    const same = await tx.db.brandFact.count({ where: { projectId, text, id: { not: id } } })
    if (same > 0) throw duplicate(text)
    const version = await nextVersion(tx, project.id)
    const [changed] = await tx.db.brandFact.updateManyAndReturn({
      where: { id, projectId },
      data: { value: { ...fact }, text, version },
    })
    if (!changed) throw notFound('Fact')
    return toFactRecord(changed)
  })
}

/**
 * Removes a fact with its results and returns its id.
 * @throws {AppError} NOT_FOUND
 */
export async function removeFact({
  ctx,
  input: { factId },
}: {
  ctx: Ctx
  input: { factId: string }
}): Promise<string> {
  authorize(ctx, 'settings:write')
  const { id, projectId } = await findFact(ctx, factId)
  return transaction(ctx, async (tx) => {
    await lockOwnProject(ctx, tx.db, projectId)
    const { count } = await tx.db.brandFact.deleteMany({ where: { id, projectId } })
    if (count === 0) throw notFound('Fact')
    // The other facts do not change, so their results stay current.
    tx.publish({ projectId, changed: 'facts' })
    return id
  })
}

/** Increases the version of a project's facts, and queues the checks of its latest runs. */
async function nextVersion(tx: Transaction, id: LockedProjectId): Promise<number> {
  const [row] = await tx.db.$queryRaw<{ version: number }[]>`
    UPDATE project SET facts_version = facts_version + 1 WHERE id = ${id}::uuid RETURNING facts_version AS version`
  if (!row) throw notFound('Project')
  tx.publish({ projectId: id, changed: 'facts' })
  await queueChecksOf(tx, id)
  return row.version
}

function duplicate(text: string): AppError {
  return new AppError('CONFLICT', `The project already has the fact "${text}".`)
}
