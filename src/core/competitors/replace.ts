import type { Competitor, Prisma } from '../../generated/prisma/client.ts'
import { notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import { canonicalKey } from '../text.ts'
import type { ListedCompetitor } from './input.ts'
import { type CompetitorRecord, recordOf } from './record.ts'

/**
 * Makes the list the competitors of a project, in its order. One that is named by its id, or has the canonical name of one
 * that is there, keeps its id and what else is known of it (contract §3 "Competitor"). The caller holds the lock of the project.
 * @throws {AppError} NOT_FOUND for an id that is none of the project's competitors
 */
export async function replaceCompetitors(
  db: Prisma.TransactionClient,
  projectId: string,
  list: readonly ListedCompetitor[],
): Promise<CompetitorRecord[]> {
  const standing = await db.competitor.findMany({ where: { projectId } })
  const matches = matchesOf(list, standing)
  const kept = matches.flatMap((match) => (match ? [match.id] : []))
  await db.competitor.deleteMany({ where: { projectId, id: { notIn: kept } } })
  // Names out of the way for a moment, since two may exchange theirs; no canonical name begins with a space.
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
    records.push(recordOf(row))
  }
  return records
}

/** The competitor each entry is, or undefined for a new one; an id comes before a name. */
function matchesOf(
  list: readonly ListedCompetitor[],
  standing: readonly Competitor[],
): (Competitor | undefined)[] {
  const named = new Set(list.map(({ id }) => id))
  return list.map(({ id, name }) => {
    if (id === undefined) {
      const key = canonicalKey(name)
      return standing.find((known) => known.canonicalKey === key && !named.has(known.id))
    }
    const match = standing.find((known) => known.id === id)
    if (!match) throw notFound('Competitor')
    return match
  })
}
