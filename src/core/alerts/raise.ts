import type { Prisma } from '../../generated/prisma/client.ts'
import type { Transaction } from '../foundation/context.ts'
import { newId } from '../foundation/ids.ts'
import type { AlertEvidence, AlertKind } from './definition.ts'
import { isMuted, readMutes } from './mutes.ts'
import { readRules, ruleAllows } from './rules.ts'

/** An alert to raise, unless the project has turned its rule off or muted its subject. */
export interface AlertDraft {
  kind: AlertKind
  subject: string
  evidence: AlertEvidence
}

/** When and about what alerts are raised. */
export interface AlertOccasion {
  projectId: string
  runId: string | null
  previousRunId: string | null
  /** Identifies the occasion, such as a run or a day. An occasion raises an alert about the same subject only once. */
  occasion: string
  at: Date
}

/**
 * Raises alerts in a transaction. Alerts that the occasion has already raised are not raised again.
 * @returns the ids of the new alerts
 */
export async function raiseAlerts(
  tx: Transaction,
  { projectId, runId, previousRunId, occasion, at }: AlertOccasion,
  drafts: readonly AlertDraft[],
): Promise<string[]> {
  if (drafts.length === 0) return []
  const rules = await readRules(tx.db, projectId)
  const mutes = await readMutes(tx.db, projectId, at)
  const rows = drafts
    .filter((draft) => ruleAllows(rules[draft.kind], draft) && !isMuted(mutes, draft))
    .map(({ kind, subject, evidence }) => ({
      id: newId(at),
      projectId,
      batchId: runId,
      previousBatchId: previousRunId,
      kind,
      severity: rules[kind].severity,
      subject,
      occasion,
      evidence: evidence as Prisma.InputJsonObject,
      createdAt: at,
    }))
  if (rows.length === 0) return []
  const raised = await tx.db.alert.createManyAndReturn({
    data: rows,
    skipDuplicates: true,
    select: { id: true },
  })
  if (raised.length > 0) tx.publish({ projectId, changed: 'alerts' })
  return raised.map(({ id }) => id)
}
