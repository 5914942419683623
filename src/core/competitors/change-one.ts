import type { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { lockOwnProject, resolveProject } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { canonicalKey } from '../foundation/text.ts'
import { transaction } from '../foundation/transaction.ts'
import {
  addCompetitorSchema,
  type ListedCompetitor,
  MAXIMUM_COMPETITORS,
  removeCompetitorSchema,
  updateCompetitorSchema,
} from './input.ts'
import type { CompetitorRecord } from './read.ts'
import { replaceCompetitors } from './replace.ts'

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
  const competitors = await changeList(ctx, { projectId, expectedVersion }, (existing) => {
    checkNameFree(existing, added.name)
    if (existing.length < MAXIMUM_COMPETITORS) return [...existing, added]
    throw badFields({
      name: `cannot be added: the project has ${MAXIMUM_COMPETITORS} competitors; remove one first`,
    })
  })
  return found(competitors.at(-1))
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

/** A competitor of the current list. */
type Existing = ListedCompetitor & { id: string }

/**
 * Replaces the list of a project's competitors by a changed list, and returns the new one.
 * @param change gets the ids and names of the current list, in its order
 */
function changeList(
  ctx: Ctx,
  { projectId, expectedVersion }: { projectId?: string | undefined; expectedVersion?: number | undefined },
  change: (existing: readonly Existing[]) => readonly ListedCompetitor[],
): Promise<CompetitorRecord[]> {
  const requestedId = resolveProject(ctx, projectId)
  return transaction(ctx, async ({ db, publish }) => {
    const { id } = await lockOwnProject(ctx, db, requestedId, { expectedVersion })
    const existing = await db.competitor.findMany({
      where: { projectId: id },
      select: { id: true, name: true },
      orderBy: [{ ordinal: 'asc' }, { id: 'asc' }],
    })
    publish({ projectId: id, changed: 'competitors' })
    return replaceCompetitors(db, id, change(existing), { fieldOf: () => 'name' })
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
