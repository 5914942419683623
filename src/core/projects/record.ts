import type { Competitor, Project } from '../../generated/prisma/client.ts'
import type { SetupStatus } from '../../generated/prisma/enums.ts'
import { type CompetitorRecord, recordOf as competitorRecordOf } from '../competitors/record.ts'

export interface ProjectRecord {
  id: string
  organizationId: string
  name: string
  url: string | null
  /** What the brand says of itself. */
  description: string | null
  displayName: string
  analysisBrandName: string
  /** Other names the brand goes by. */
  aliases: string[]
  /** Host names that belong to the brand, beside that of its url. */
  domains: string[]
  location: string
  /** Tokens of those that new prompts ask; the registry may have lost some. */
  defaultProviders: string[]
  /** In their order. */
  competitors: CompetitorRecord[]
  /** How far its setup is; what it proposed waits for decisions beside it. */
  setup: { status: SetupStatus }
  createdAt: Date
  updatedAt: Date
}

/** A project as every surface shows it (contract §3 "Project"). */
export function recordOf(project: Project & { competitors: Competitor[] }): ProjectRecord {
  const { setupStatus, competitors, ...row } = project
  return {
    ...row,
    name: row.displayName,
    competitors: competitors.toSorted((a, b) => a.ordinal - b.ordinal).map(competitorRecordOf),
    setup: { status: setupStatus },
  }
}
