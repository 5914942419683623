import { Client, type FetchLike, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'vitest'

/** Protocol versions that clients use today: one with a handshake and one without. */
export const PROTOCOLS = {
  '2025-11-25': { mode: 'legacy' },
  '2026-07-28': { mode: { pin: '2026-07-28' } },
} as const
export type Protocol = keyof typeof PROTOCOLS

/** Connects the official client with a protocol version and a key. The caller must close it. */
export async function connect({
  url,
  key,
  protocol,
  fetch,
}: {
  url: string
  key: string
  protocol: Protocol
  /** Replaces the global `fetch`. */
  fetch?: FetchLike
}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: PROTOCOLS[protocol] })
  const headers = { Authorization: `Bearer ${key}` }
  const options = { requestInit: { headers }, ...(fetch && { fetch }) }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), options))
  return client
}

/** Calls a tool, asserts that the call succeeds, and returns the structured result. */
export async function result(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
  options: Parameters<Client['callTool']>[1] = {},
): Promise<Record<string, unknown>> {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: input }, options)
  expect(isError, JSON.stringify(content)).not.toBe(true)
  return structuredContent as Record<string, unknown>
}

/** Calls a tool, asserts that the call fails, and returns the error. */
export async function failure(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
): Promise<{ error: { code: string; message: string }; details?: { fieldErrors: Record<string, string> } }> {
  const { isError, content } = await client.callTool({ name, arguments: input })
  const [block] = content
  expect(isError, JSON.stringify(content)).toBe(true)
  if (block?.type !== 'text') throw new Error('the tool error has no text')
  return JSON.parse(block.text)
}

/** Returns a text without its mark as a text by a third party. Fails if it is not marked. */
export function unmarked(text: unknown): string {
  const [, inner] = /^<untrusted>(.*)<\/untrusted>$/s.exec(String(text)) ?? []
  expect(inner, `${String(text).slice(0, 80)} is not marked`).toBeDefined()
  return inner ?? ''
}
