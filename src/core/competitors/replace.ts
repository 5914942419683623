import type { Competitor, Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import { parse } from '../parse.ts'
import { lockOwnProject, resolveProject } from '../project-access.ts'
import { canonicalKey } from '../text.ts'
import { transaction } from '../transaction.ts'
import { type ListedCompetitor, type SetCompetitorsInput, setCompetitorsInputSchema } from './input.ts'
import { checkOwnBrand } from './own-brand.ts'
import { type CompetitorRecord, toCompetitorRecord } from './read.ts'

/**
 * Replaces the competitors of a project; a member names the project, a project key does not.
 * @throws {AppError} BAD_REQUEST; NOT_FOUND for another tenant's project, or an id that is no competitor of it
 */
export async function setCompetitors({
  ctx,
  input,
}: {
  ctx: Ctx
  input: SetCompetitorsInput
}): Promise<CompetitorRecord[]> {
  authorize(ctx, 'settings:write')
  const { competitors, ...request } = parse(setCompetitorsInputSchema, input)
  const projectId = resolveProject(ctx, request.projectId)
  return transaction(ctx, async ({ db, publish }) => {
    await lockOwnProject(ctx, db, projectId)
    publish({ projectId, changed: 'competitors' })
    return replaceCompetitors(db, projectId, competitors)
  })
}

/**
 * Replaces the competitors of a project by a list, in its order. An entry with the id or the canonical name of an existing
 * competitor updates it and keeps its other fields. The caller holds the lock of the project.
 * @throws {AppError} NOT_FOUND for an id that is none of the project's competitors; BAD_REQUEST for its own brand
 */
export async function replaceCompetitors(
  db: Prisma.TransactionClient,
  projectId: string,
  list: readonly ListedCompetitor[],
): Promise<CompetitorRecord[]> {
  const existing = await db.competitor.findMany({ where: { projectId } })
  const matches = matchesOf(list, existing)
  const kept = matches.flatMap((match) => (match ? [match.id] : []))
  await db.competitor.deleteMany({ where: { projectId, id: { notIn: kept } } })
  // Temporary unique keys, because two competitors may exchange their names; no canonical name begins with a space.
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
  await checkOwnBrand(db, projectId, 'competitors')
  return records
}

/** The existing competitor that each entry refers to by its id or, without one, by its name; undefined for a new one. */
function matchesOf(
  list: readonly ListedCompetitor[],
  existing: readonly Competitor[],
): (Competitor | undefined)[] {
  const named = new Set(list.map(({ id }) => id))
  return list.map(({ id, name }) => {
    if (id === undefined) {
      const key = canonicalKey(name)
      return existing.find((known) => known.canonicalKey === key && !named.has(known.id))
    }
    const match = existing.find((known) => known.id === id)
    if (!match) throw notFound('Competitor')
    return match
  })
}
