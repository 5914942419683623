import type { Competitor, Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../access/authorize.ts'
import { lockOwnProject, resolveProject } from '../access/project-access.ts'
import type { LockedProjectId } from '../access/visible.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { newId } from '../foundation/ids.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { canonicalKey } from '../foundation/text.ts'
import { transaction } from '../foundation/transaction.ts'
import {
  type ListedCompetitor,
  MAXIMUM_COMPETITORS,
  type SetCompetitorsInput,
  setCompetitorsInputSchema,
} from './input.ts'
import { checkOwnBrand } from './own-brand.ts'
import { type CompetitorRecord, toCompetitorRecord } from './read.ts'

/**
 * Replaces the competitors of a project. Members pass the project id; project keys do not.
 * @throws {AppError} BAD_REQUEST; NOT_FOUND for a project of another tenant, or an id that is not a competitor of the project;
 *   CONFLICT for another version than expected
 */
export async function setCompetitors({
  ctx,
  input,
}: {
  ctx: Ctx
  input: SetCompetitorsInput
}): Promise<CompetitorRecord[]> {
  authorize(ctx, 'settings:write')
  const { competitors, expectedVersion, ...request } = parse(setCompetitorsInputSchema, input)
  const requestedId = resolveProject(ctx, request.projectId)
  return transaction(ctx, async ({ db, publish }) => {
    const { id: projectId } = await lockOwnProject(ctx, db, requestedId, { expectedVersion })
    publish({ projectId, changed: 'competitors' })
    return replaceCompetitors(db, projectId, competitors)
  })
}

/**
 * Replaces the competitors of a project with a list and keeps the order of the list. An entry with the id or the canonical
 * name of an existing competitor updates this competitor and keeps its other fields.
 * @param fieldOf returns the input field of an entry of the list, for errors
 * @throws {AppError} NOT_FOUND for an id that is not a competitor of the project; BAD_REQUEST for the project's own brand
 */
export async function replaceCompetitors(
  db: Prisma.TransactionClient,
  projectId: LockedProjectId,
  list: readonly ListedCompetitor[],
  { fieldOf = (ordinal: number) => `competitors.${ordinal}` } = {},
): Promise<CompetitorRecord[]> {
  const existing = await db.competitor.findMany({ where: { projectId } })
  const matches = matchesOf(list, existing)
  const kept = matches.flatMap((match) => (match ? [match.id] : []))
  await db.competitor.deleteMany({ where: { projectId, id: { notIn: kept } } })
  // Set temporary unique keys, because two competitors may swap their names. No canonical name starts with a space.
  await db.$executeRaw`
    UPDATE competitor SET canonical_key = ' ' || id WHERE project_id = ${projectId}::uuid`
  const records: CompetitorRecord[] = []
  for (const [ordinal, { name, url, aliases, domains }] of list.entries()) {
    const match = matches[ordinal]
    const data = {
      name,
      canonicalKey: canonicalKey(name),
      ordinal,
      ...(url !== undefined && { url }),
      ...(aliases && { aliases }),
      ...(domains && { domains }),
    }
    const row = match
      ? await db.competitor.update({ where: { id: match.id }, data })
      : await db.competitor.create({ data: { ...data, id: newId(), projectId } })
    records.push(toCompetitorRecord(row))
  }
  await checkOwnBrand(db, projectId, { competitor: fieldOf })
  return records
}

/** A competitor of the current list. */
export type ExistingCompetitor = Pick<Competitor, 'id' | 'name'>

/** Returns the competitors of a project in their order. As entries of a list, they stay unchanged. */
export function existingCompetitors(
  db: Prisma.TransactionClient,
  projectId: LockedProjectId,
): Promise<ExistingCompetitor[]> {
  return db.competitor.findMany({
    where: { projectId },
    select: { id: true, name: true },
    orderBy: [{ ordinal: 'asc' }, { id: 'asc' }],
  })
}

/**
 * Adds a competitor at the end of a project's list.
 * @throws {AppError} BAD_REQUEST on `name`, for the project's own brand and beyond the maximum number
 */
export async function appendCompetitor(
  db: Prisma.TransactionClient,
  projectId: LockedProjectId,
  added: ListedCompetitor,
): Promise<CompetitorRecord> {
  const existing = await existingCompetitors(db, projectId)
  if (existing.length >= MAXIMUM_COMPETITORS) {
    const message = `cannot be added: the project has ${MAXIMUM_COMPETITORS} competitors; remove one first`
    throw badFields({ name: message })
  }
  const list = await replaceCompetitors(db, projectId, [...existing, added], { fieldOf: () => 'name' })
  const competitor = list.at(-1)
  if (!competitor) throw new Error('the new competitor is missing from the list')
  return competitor
}

/**
 * Returns the existing competitor for each entry, matched by id or, without an id, by name; undefined for a new one.
 */
function matchesOf(
  list: readonly ListedCompetitor[],
  existing: readonly Competitor[],
): (Competitor | undefined)[] {
  const listedIds = new Set(list.map(({ id }) => id))
  return list.map(({ id, name }) => {
    if (id === undefined) {
      const key = canonicalKey(name)
      return existing.find((competitor) => competitor.canonicalKey === key && !listedIds.has(competitor.id))
    }
    const match = existing.find((competitor) => competitor.id === id)
    if (!match) throw notFound('Competitor')
    return match
  })
}
