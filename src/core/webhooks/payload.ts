import type { BatchRecord } from '../batches/row.ts'
import { dataOfEvent, type WebhookEvent } from './events.ts'

/** The body of a webhook as it is stored. A type and not an interface: Prisma's JSON type accepts only the former. */
export type WebhookPayload = {
  type: WebhookEvent
  /** When it happened, ISO 8601. */
  timestamp: string
  /** The fields that the event had in the version that wrote it. */
  data: Record<string, JsonValue>
}

type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue }

/** The webhook of an event of an async analysis. */
export function payloadOf(type: WebhookEvent, analysis: BatchRecord, at: Date): WebhookPayload {
  const data: Record<string, unknown> = { ...analysis }
  return { type, timestamp: at.toISOString(), data: JSON.parse(JSON.stringify(inOrder(type, data))) }
}

/** The bytes that are signed and sent, equal for every attempt: JSONB does not keep the order of keys, so it is restored here. */
export function bodyOf({ type, timestamp, data }: WebhookPayload): string {
  return JSON.stringify({ type, timestamp, data: inOrder(type, data) })
}

/** The fields of an event, in their order: those that there are. All of them for an event that this version does not know. */
function inOrder(type: string, data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = Object.keys(dataOfEvent(type)?.shape ?? data).filter((name) => name in data)
  return Object.fromEntries(fields.map((name) => [name, data[name]]))
}
