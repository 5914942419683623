import { getDomain } from 'tldts'
import { z } from 'zod'
import type { TrackedEntity } from '../extraction/observation.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { notFound } from './errors.ts'

const entitySchema = z.object({
  name: z.string(),
  aliases: z.array(z.string()).default([]),
  domains: z.array(z.string()).default([]),
})

/** The brand and the competitors that are looked for in the answers of a batch, as they were when the snapshot was taken. */
export const snapshotSchema = z.object({
  brand: entitySchema,
  competitors: z.array(entitySchema.extend({ id: z.string() })),
})
export type Snapshot = z.infer<typeof snapshotSchema>

/** The tracked entities; extraction refers to them by their index in this list, where the brand is first. */
export function entitiesOf(snapshot: Snapshot): TrackedEntity[] {
  return [snapshot.brand, ...snapshot.competitors]
}

/** Keeps a project from being deleted until the transaction ends, so that an analysis of it can start. */
export async function keepProject(db: Prisma.TransactionClient, projectId: string): Promise<void> {
  await db.$queryRaw`SELECT id FROM project WHERE id = ${projectId}::uuid FOR KEY SHARE`
}

/**
 * The brand and the competitors of a project, as they are now. The project is kept until the transaction ends.
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

/** The given domains and the registrable domain of the website, which below a shared suffix such as `github.io` includes the owner's label. */
function domainsOf({ url, domains }: { url: string | null; domains: string[] }): string[] {
  const own = url ? getDomain(url, { allowPrivateDomains: true }) : null
  return [...new Set([...domains, ...(own ? [own] : [])])]
}
