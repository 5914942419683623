import type { z } from 'zod'
import type { Competitor, Project } from '../../generated/prisma/client.ts'
import { type CompetitorRecord, toCompetitorRecord } from '../competitors/read.ts'
import { notFound } from '../foundation/errors.ts'
import type { projectDefinition } from './definition.ts'

/** A project with its competitors and its organization. */
export interface ProjectRecord extends z.output<typeof projectDefinition> {
  organizationId: string
  /** Increases with every change of its fields, prompts, tags, competitors or schedule. */
  version: number
  competitors: CompetitorRecord[]
}

/** Returns the public fields of a project row. */
export function toProjectRecord(project: Project & { competitors: Competitor[] }): ProjectRecord {
  const { setupStatus, setupFailure, competitors, organizationId, factsVersion: _, ...row } = project
  // Statements for a caller only find projects with an organization.
  if (organizationId === null) throw notFound('Project')
  return {
    ...row,
    organizationId,
    name: row.displayName,
    competitors: competitors.toSorted((a, b) => a.ordinal - b.ordinal).map(toCompetitorRecord),
    setup: { status: setupStatus, failure: setupFailure },
  }
}
