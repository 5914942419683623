import { dataOfEvent, type WebhookEvent } from './events.ts'

/**
 * Body of a webhook message, as it is stored. It is a type rather than an interface because Prisma's JSON type does not
 * accept interfaces.
 */
export type WebhookPayload = {
  type: WebhookEvent
  /** Time of the event, ISO 8601. */
  timestamp: string
  /** Fields of the event, as defined by the version that stored it. */
  data: Record<string, JsonValue>
}

type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue }

/** Returns the payload for an event, with the fields of `record` that its message contains. */
export function payloadOf(type: WebhookEvent, record: object, at: Date): WebhookPayload {
  const data: Record<string, unknown> = { ...record }
  return { type, timestamp: at.toISOString(), data: JSON.parse(JSON.stringify(inOrder(type, data))) }
}

/**
 * Returns the text that is signed and sent, which is the same for every attempt. JSONB does not keep the order of keys,
 * so this function restores it.
 */
export function bodyOf({ type, timestamp, data }: WebhookPayload): string {
  return JSON.stringify({ type, timestamp, data: inOrder(type, data) })
}

/**
 * Returns the existing fields of an event in their defined order, or all fields for an event type that this version
 * does not know.
 */
function inOrder(type: string, data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = Object.keys(dataOfEvent(type)?.shape ?? data).filter((name) => name in data)
  return Object.fromEntries(fields.map((name) => [name, data[name]]))
}
