import { z } from 'zod'
import { alertDefinition } from '../alerts/definition.ts'
import type { WebhookPayload } from './payload.ts'

/** A message for people. */
export interface ChatMessage {
  title: string
  /** Each with the page that shows more; null without PUBLIC_URL. */
  lines: { text: string; url: string | null }[]
}

/** Maximum number of alerts in a message. Slack accepts 3,000 characters per section. */
const MAX_LINES = 15
const MAX_LENGTH = 150

const alertsSchema = z.object({
  projectName: z.string(),
  alerts: z.array(alertDefinition.pick({ title: true, severity: true, path: true })),
})
const projectSchema = z.object({ projectName: z.string() })
const runSchema = z.object({
  status: z.string(),
  summary: z.object({ mentionRate: z.object({ value: z.number().nullable() }) }).nullable(),
})

/** Returns the text of a message for a chat. @param origin origin for links; null for none */
export function chatMessageOf({ type, data }: WebhookPayload, origin: string | null): ChatMessage {
  switch (type) {
    case 'alert.raised': {
      const { projectName, alerts } = alertsSchema.parse(data)
      const lines = alerts.slice(0, MAX_LINES).map(({ title, path }) => ({
        text: title.length > MAX_LENGTH ? `${title.slice(0, MAX_LENGTH)}…` : title,
        url: origin === null ? null : new URL(path, origin).href,
      }))
      const more = alerts.length - lines.length
      return {
        title: `${projectName}: ${alerts.length} alert${alerts.length === 1 ? '' : 's'}`,
        lines: more > 0 ? [...lines, { text: `and ${more} more`, url: null }] : lines,
      }
    }
    case 'webhook.test': {
      const { projectName } = projectSchema.parse(data)
      return {
        title: `${projectName}: this is a test of Answergraph. Alerts will look like this.`,
        lines: [],
      }
    }
    default: {
      const { status, summary } = runSchema.parse(data)
      const rate = summary?.mentionRate.value ?? null
      const result = rate === null ? '' : ` Mention rate: ${Math.round(rate * 100)} %.`
      return { title: `A run has ended (${status.replaceAll('_', ' ')}).${result}`, lines: [] }
    }
  }
}
