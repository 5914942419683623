import type { z } from 'zod'
import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../access/authorize.ts'
import { lockOwnProject, resolveProject } from '../access/project-access.ts'
import type { LockedProjectId } from '../access/visible.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'
import { parse } from '../foundation/parse.ts'
import { canonicalKey } from '../foundation/text.ts'
import { transaction } from '../foundation/transaction.ts'
import {
  addCompetitorSchema,
  type ListedCompetitor,
  removeCompetitorSchema,
  updateCompetitorSchema,
} from './input.ts'
import type { CompetitorRecord } from './read.ts'
import {
  appendCompetitor,
  type ExistingCompetitor,
  existingCompetitors,
  replaceCompetitors,
} from './replace.ts'

/**
 * Adds a competitor at the end of a project's list. Members must pass `projectId`; a project key implies it.
 * @throws {AppError} BAD_REQUEST, also for the project's own brand and beyond the maximum number; CONFLICT if the project
 *   tracks the name already, or has another version than expected; NOT_FOUND for another tenant's project
 */
export async function addCompetitor({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof addCompetitorSchema>
}): Promise<CompetitorRecord> {
  authorize(ctx, 'settings:write')
  const { projectId, expectedVersion, ...added } = parse(addCompetitorSchema, input)
  return changeLocked(ctx, { projectId, expectedVersion }, async (db, id) => {
    checkNameFree(await existingCompetitors(db, id), added.name)
    return appendCompetitor(db, id, added)
  })
}

/**
 * Changes the given fields of a competitor. Members must pass `projectId`; a project key implies it.
 * @throws {AppError} BAD_REQUEST; CONFLICT if another competitor has the name, or for another
 *   version than expected; NOT_FOUND
 */
export async function updateCompetitor({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof updateCompetitorSchema>
}): Promise<CompetitorRecord> {
  authorize(ctx, 'settings:write')
  const { projectId, expectedVersion, competitorId, ...changes } = parse(updateCompetitorSchema, input)
  const id = competitorId.toLowerCase()
  const competitors = await changeList(ctx, { projectId, expectedVersion }, (existing) => {
    const competitor = found(existing.find((listed) => listed.id === id))
    const name = changes.name ?? competitor.name
    checkNameFree(
      existing.filter((listed) => listed !== competitor),
      name,
    )
    return existing.map((listed) => (listed === competitor ? { ...changes, id, name } : listed))
  })
  return found(competitors.find((competitor) => competitor.id === id))
}

/**
 * Removes a competitor from a project's list and returns its id. Past runs keep its measurements. Members must pass
 * `projectId`; a project key implies it.
 * @throws {AppError} NOT_FOUND
 */
export async function removeCompetitor({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof removeCompetitorSchema>
}): Promise<string> {
  authorize(ctx, 'settings:write')
  const { competitorId, ...project } = parse(removeCompetitorSchema, input)
  const id = competitorId.toLowerCase()
  await changeList(ctx, project, (existing) => {
    const removed = found(existing.find((listed) => listed.id === id))
    return existing.filter((listed) => listed !== removed)
  })
  return id
}

/** Replaces the list of a project's competitors by a changed list, and returns the new one. */
function changeList(
  ctx: Ctx,
  project: ProjectToChange,
  change: (existing: readonly ExistingCompetitor[]) => readonly ListedCompetitor[],
): Promise<CompetitorRecord[]> {
  return changeLocked(ctx, project, async (db, id) => {
    const list = change(await existingCompetitors(db, id))
    return replaceCompetitors(db, id, list, { fieldOf: () => 'name' })
  })
}

interface ProjectToChange {
  projectId?: string | undefined
  expectedVersion?: number | undefined
}

function changeLocked<Result>(
  ctx: Ctx,
  { projectId, expectedVersion }: ProjectToChange,
  change: (db: Prisma.TransactionClient, id: LockedProjectId) => Promise<Result>,
): Promise<Result> {
  const requestedId = resolveProject(ctx, projectId)
  return transaction(ctx, async ({ db, publish }) => {
    const { id } = await lockOwnProject(ctx, db, requestedId, { expectedVersion })
    publish({ projectId: id, changed: 'competitors' })
    return change(db, id)
  })
}

function checkNameFree(competitors: readonly ListedCompetitor[], name: string): void {
  const key = canonicalKey(name)
  if (competitors.every((competitor) => canonicalKey(competitor.name) !== key)) return
  throw new AppError('CONFLICT', `The project already tracks the competitor ${name}.`)
}

function found<Item>(competitor: Item | undefined): Item {
  if (competitor === undefined) throw notFound('Competitor')
  return competitor
}
