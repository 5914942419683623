import { resolve } from 'node:path'
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { z } from 'zod'
import type { Executor } from '../execute.ts'
import type { Page } from '../page.ts'

const headers = z.record(z.string(), z.string()).default({})

/** A server in a client's configuration: a URL, in a field that each client names differently, or a command. */
const serverSchema = z.union([
  z.strictObject({ type: z.literal('http').optional(), url: z.url(), headers, timeout: z.int().optional() }),
  z.strictObject({ httpUrl: z.url(), headers, timeout: z.int().optional() }),
  z.strictObject({ serverUrl: z.url(), headers }),
  z.strictObject({
    type: z.literal('stdio').optional(),
    command: z.string(),
    args: z.array(z.string()),
    env: z.record(z.string(), z.string()).default({}),
  }),
])
export type McpServerEntry = z.input<typeof serverSchema>

const servers = z.record(z.string(), serverSchema)

/** Configuration files of clients. Each client has its own name for the list of servers. */
const fileSchema = z.union([
  z.strictObject({ mcpServers: servers }).transform((file) => file.mcpServers),
  z.strictObject({ context_servers: servers }).transform((file) => file.context_servers),
  z
    .strictObject({
      servers,
      inputs: z.array(
        z.strictObject({
          type: z.literal('promptString'),
          id: z.string(),
          description: z.string(),
          password: z.boolean(),
        }),
      ),
    })
    .transform((file) => file.servers),
])

/** Connects to each server in the configuration of an MCP client, and lists its tools. */
export const mcpServers: Executor = async (snippet, page) => {
  const text = page
    .addressed(snippet.text)
    .replace(/\$\{(env:KEY|KEY|input:[\w-]+)\}/g, page.demo.projectKey)
    .replaceAll('svc_…', page.demo.projectKey)
  const entries = Object.values(fileSchema.parse(JSON.parse(text)))
  if (entries.length === 0) throw new Error('there is no server in it')
  for (const entry of entries) await connectTo(entry, page)
}

/** Connects to a server as a client would, and lists its tools. */
export async function connectTo(entry: McpServerEntry, page: Page): Promise<void> {
  const client = new Client({ name: 'docs', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(transportOf(serverSchema.parse(entry), page))
  const { tools } = await client.listTools()
  await client.close()
  if (!tools.some(({ name }) => name === 'get_project')) throw new Error('it lists no tools of a project')
}

function transportOf(entry: z.output<typeof serverSchema>, page: Page): Transport {
  if ('command' in entry) {
    const { PATH = '' } = page.shell.environment()
    // Clients do not start servers in the checkout, so the configuration contains its path.
    const args = entry.args.map((argument) => argument.replace('/path/to/answergraph', resolve('.')))
    return new StdioClientTransport({
      ...entry,
      args,
      env: { PATH, ...entry.env },
      cwd: page.folder,
      stderr: 'inherit',
    })
  }
  const address = 'url' in entry ? entry.url : 'httpUrl' in entry ? entry.httpUrl : entry.serverUrl
  return new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers: entry.headers } })
}
