import { queueAlertEmails } from '../alert-emails/queue.ts'
import { toAlertRecord, WITH_PROJECT } from '../alerts/row.ts'
import { byUrgency, isAtLeast } from '../alerts/severity.ts'
import type { Transaction } from '../foundation/context.ts'
import { payloadOf } from '../webhooks/payload.ts'
import { queueMessages, receiverOf, webhooksFor } from '../webhooks/queue.ts'

/**
 * Queues the messages about new alerts of a project to its webhooks and members, in the transaction that raises them.
 * Each receiver gets one message about all alerts that are severe enough for them.
 */
export async function notify(
  tx: Transaction,
  {
    projectId,
    runId,
    alertIds,
    at,
  }: { projectId: string; runId: string | null; alertIds: readonly string[]; at: Date },
): Promise<void> {
  if (alertIds.length === 0) return
  const rows = await tx.db.alert.findMany({ where: { id: { in: [...alertIds] } }, include: WITH_PROJECT })
  const [first] = rows
  const organizationId = first?.project.organizationId ?? null
  if (!first || organizationId === null) return
  const alerts = rows.map(toAlertRecord).sort(byUrgency)
  const projectName = first.project.displayName
  for (const webhook of await webhooksFor(tx.db, projectId, 'alert.raised')) {
    const severe = alerts.filter(({ severity }) => isAtLeast(severity, webhook.severity))
    if (severe.length === 0) continue
    const payload = payloadOf('alert.raised', { projectId, projectName, runId, alerts: severe }, at)
    await queueMessages(tx, {
      organizationId,
      batchId: runId,
      receivers: [receiverOf(webhook)],
      payload,
      at,
    })
  }
  await queueAlertEmails(tx, { organizationId, projectId, alerts, at })
}
