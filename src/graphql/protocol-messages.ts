import { validateMessage } from 'graphql-ws'

/** The name of the operation and the result are JSON already: the result is the same text for all who share it. */
export function nextMessage(name: string, result: string): string {
  return `{"id":${name},"type":"next","payload":${result}}`
}

/** A message of a client, or what is wrong with it (PROTOCOL.md of graphql-ws). */
export function readMessage(text: string) {
  try {
    return validateMessage(JSON.parse(text))
  } catch (error) {
    return error instanceof Error ? error : new Error('Unreadable message')
  }
}

/** The header that connection_init brings in its payload, in any case; null when it brings none. */
export function authorizationIn(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null) return null
  const given = Object.entries(payload).find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  return typeof given === 'string' ? given : null
}
