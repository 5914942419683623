import type { Competitor, Project } from '../../generated/prisma/client.ts'
import type { SetupStatus } from '../../generated/prisma/enums.ts'

export interface CompetitorRecord {
  id: string
  name: string
  url: string | null
}

export interface ProjectRecord {
  id: string
  organizationId: string
  name: string
  url: string | null
  displayName: string
  analysisBrandName: string
  location: string
  competitors: CompetitorRecord[]
  /** How far its setup is; what it proposed waits for decisions beside it. */
  setup: { status: SetupStatus }
  createdAt: Date
  updatedAt: Date
}

/** A project as every surface shows it (contract §3 "Project"). */
export function recordOf(project: Project & { competitors: Competitor[] }): ProjectRecord {
  const { id, organizationId, url, displayName, analysisBrandName, location, setupStatus } = project
  const { createdAt, updatedAt } = project
  const competitors = project.competitors
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .map(({ id, name, url }) => ({ id, name, url }))
  return {
    id,
    organizationId,
    name: displayName,
    url,
    displayName,
    analysisBrandName,
    location,
    competitors,
    setup: { status: setupStatus },
    createdAt,
    updatedAt,
  }
}
