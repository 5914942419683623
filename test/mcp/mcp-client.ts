import { Client, type FetchLike, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'vitest'

/** The protocol versions that clients speak today: with a handshake, and without. */
export const PROTOCOLS = {
  '2025-11-25': { mode: 'legacy' },
  '2026-07-28': { mode: { pin: '2026-07-28' } },
} as const
export type Protocol = keyof typeof PROTOCOLS

/** The official client of a protocol version, connected with a key. Close it at the end. */
export async function connect({
  url,
  key,
  protocol,
  fetch,
}: {
  url: string
  key: string
  protocol: Protocol
  /** Sends its requests, instead of the global one. */
  fetch?: FetchLike
}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: PROTOCOLS[protocol] })
  const headers = { Authorization: `Bearer ${key}` }
  const options = { requestInit: { headers }, ...(fetch && { fetch }) }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), options))
  return client
}

/** The structured result of a call that succeeds. */
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

/** The error of a call that fails. */
export async function failure(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
): Promise<{ error: { code: string; message: string }; details?: { fieldErrors: Record<string, string> } }> {
  const { isError, content } = await client.callTool({ name, arguments: input })
  const [block] = content
  expect(isError, JSON.stringify(content)).toBe(true)
  if (block?.type !== 'text') throw new Error('an error without text')
  return JSON.parse(block.text)
}
