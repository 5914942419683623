import { getDomain } from 'tldts'
import { z } from 'zod'
import type { TrackedEntity } from '../../extraction/foundation/observation.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { notFound } from '../foundation/errors.ts'

const entitySchema = z.object({
  name: z.string(),
  aliases: z.array(z.string()).default([]),
  domains: z.array(z.string()).default([]),
})

/** Brand and competitors to look for in the answers of a batch, copied when the batch started. */
export const snapshotSchema = z.object({
  brand: entitySchema,
  competitors: z.array(entitySchema.extend({ id: z.string() })),
})
export type Snapshot = z.infer<typeof snapshotSchema>

/** Returns the tracked entities, starting with the brand. Extraction refers to them by their index in this list. */
export function entitiesOf(snapshot: Snapshot): TrackedEntity[] {
  return [snapshot.brand, ...snapshot.competitors]
}

/**
 * Prevents the deletion of a project until the transaction ends.
 * @throws {AppError} NOT_FOUND, also if the project was deleted and its rows still exist
 */
export async function keepProject(db: Prisma.TransactionClient, projectId: string): Promise<void> {
  const projects = await db.$queryRaw<unknown[]>`
    SELECT id FROM project WHERE id = ${projectId}::uuid AND organization_id IS NOT NULL FOR KEY SHARE`
  if (projects.length === 0) throw notFound('Project')
}

/**
 * Returns the current brand and competitors of a project, and prevents its deletion until the transaction ends.
 * @throws {AppError} NOT_FOUND
 */
export async function snapshotOf(db: Prisma.TransactionClient, projectId: string): Promise<Snapshot> {
  await keepProject(db, projectId)
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

/**
 * Returns the given domains and the registrable domain of the website. Under a shared suffix such as `github.io`, the
 * domain includes the owner's label.
 */
function domainsOf({ url, domains }: { url: string | null; domains: string[] }): string[] {
  const siteDomain = url ? getDomain(url, { allowPrivateDomains: true }) : null
  return [...new Set([...domains, ...(siteDomain ? [siteDomain] : [])])]
}
