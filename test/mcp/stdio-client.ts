import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { PROTOCOLS, type Protocol } from './mcp-client.ts'

/** A client of `answergraph mcp`, which runs as a child process. Closing the client ends the process. */
export interface StdioClient {
  client: Client
  /** Output of the process on standard error. */
  log: string[]
}

/** Starts `answergraph mcp` as agents do, and connects the official client of a protocol version to it. */
export async function connectStdio({
  url,
  key,
  protocol,
}: {
  url: string
  key: string
  protocol: Protocol
}): Promise<StdioClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['bin/answergraph.js', 'mcp', '--url', url],
    env: { ANSWERGRAPH_KEY: key },
    stderr: 'pipe',
  })
  const log: string[] = []
  transport.stderr?.on('data', (text) => log.push(String(text)))
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: PROTOCOLS[protocol] })
  await client.connect(transport)
  return { client, log }
}
