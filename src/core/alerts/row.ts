import type { Alert } from '../../generated/prisma/client.ts'
import { type AlertRecord, alertDefinition } from './definition.ts'
import { titleOf } from './title.ts'

/** Columns of an alert's project that {@link toAlertRecord} needs. */
export const WITH_PROJECT = { project: { select: { organizationId: true, displayName: true } } } as const

export type AlertRow = Alert & { project: { organizationId: string | null; displayName: string } }

const storedSchema = alertDefinition.pick({ kind: true, severity: true, evidence: true })

/** Returns the public fields of an alert. */
export function toAlertRecord({ project, ...row }: AlertRow): AlertRecord {
  const { id, projectId, subject, createdAt, batchId, previousBatchId } = row
  const { kind, severity, evidence } = storedSchema.parse(row)
  return {
    id,
    projectId,
    kind,
    severity,
    subject,
    title: titleOf(kind, evidence),
    evidence,
    runId: batchId,
    previousRunId: previousBatchId,
    path: `/organizations/${project.organizationId}/projects/${projectId}/alerts/${id}`,
    createdAt,
  }
}
