import type { Competitor } from '../../generated/prisma/client.ts'

/** A brand that is tracked beside a project's own; REST shows its id, name and url. */
export interface CompetitorRecord {
  id: string
  projectId: string
  name: string
  url: string | null
  /** Other names it goes by. */
  aliases: string[]
  /** Host names that belong to it, beside that of its url. */
  domains: string[]
  createdAt: Date
}

/** The public part of a competitor row. */
export function recordOf(competitor: Competitor): CompetitorRecord {
  const { id, projectId, name, url, aliases, domains, createdAt } = competitor
  return { id, projectId, name, url, aliases, domains, createdAt }
}
