import { getDomain } from 'tldts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Snapshot } from '../batches/snapshot.ts'
import { notFound } from '../errors.ts'

/**
 * The brand and the competitors of a project, as they are now.
 * @throws {AppError} NOT_FOUND
 */
export async function snapshotOf(db: Prisma.TransactionClient, projectId: string): Promise<Snapshot> {
  // Held until the transaction ends: a project is not deleted while an analysis of it begins.
  await db.$queryRaw`SELECT id FROM project WHERE id = ${projectId}::uuid FOR KEY SHARE`
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

/** The given domains and that of the website; below a suffix many share, such as `github.io`, the part that is its own. */
function domainsOf({ url, domains }: { url: string | null; domains: string[] }): string[] {
  const own = url ? getDomain(url, { allowPrivateDomains: true }) : null
  return [...new Set([...domains, ...(own ? [own] : [])])]
}
