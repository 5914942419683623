import { getDomain } from 'tldts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Snapshot } from '../batches/snapshot.ts'
import { notFound } from '../errors.ts'

/**
 * The brand and the competitors of a project, as they are now.
 * @throws {AppError} NOT_FOUND
 */
export async function snapshotOf(db: Prisma.TransactionClient, projectId: string): Promise<Snapshot> {
  const project = await db.project.findUnique({
    where: { id: projectId },
    include: { competitors: { orderBy: [{ ordinal: 'asc' }, { id: 'asc' }] } },
  })
  if (!project) throw notFound('Project')
  const { analysisBrandName, aliases, competitors } = project
  return {
    brand: { name: analysisBrandName, aliases, domains: domainsOf(project) },
    competitors: competitors.map((competitor) => ({
      id: competitor.id,
      name: competitor.name,
      aliases: competitor.aliases,
      domains: domainsOf(competitor),
    })),
  }
}

/** The given domains and that of the website. */
function domainsOf({ url, domains }: { url: string | null; domains: string[] }): string[] {
  const own = url ? getDomain(url) : null
  return [...new Set([...domains, ...(own ? [own] : [])])]
}
