import type { Client } from '@modelcontextprotocol/client'
import { Server } from '@modelcontextprotocol/server'
import { ConnectionRegistry } from '../../src/http/connection-registry.ts'
import { createMcpApp } from '../../src/mcp/app.ts'
import { serveApp } from '../serve-app.ts'
import type { World } from '../world.ts'

/** An MCP endpoint with the keys of a world and two tools of its own. */
export interface Endpoint {
  url: string
  /** Resolves when the tool `wait`, which reports half of its progress and ends only by cancellation, has been called. */
  waiting: Promise<void>
  /** Resolves when that call has been cancelled. */
  cancelled: Promise<void>
  close(): Promise<void>
}

/** Serves one, at a free port unless given. */
export async function serveEndpoint(world: World, port = 0): Promise<Endpoint> {
  const { services, gate } = world.application
  const waiting = signal()
  const cancelled = signal()
  const createServer = () => {
    const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', async () => ({
      tools: ['wait', 'repeat'].map((name) => ({ name, inputSchema: { type: 'object' as const } })),
    }))
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      if (params.name === 'wait') {
        mcpReq.signal.addEventListener('abort', cancelled.give)
        waiting.give()
        const progressToken = mcpReq._meta?.progressToken
        const params = { progressToken: progressToken ?? '', progress: 1, total: 2 }
        if (progressToken !== undefined) await mcpReq.notify({ method: 'notifications/progress', params })
        await cancelled.given
      }
      const { text = '', times = 0 } = (params.arguments ?? {}) as { text?: string; times?: number }
      return { content: [{ type: 'text' as const, text: text.repeat(times) }] }
    })
    return server
  }
  const connections = new ConnectionRegistry(services)
  const mcp = createMcpApp({ services, gate, connections, originAllowed: () => true, createServer })
  const { url, close } = await serveApp({
    services,
    gate,
    mount: (app) => app.route('/', mcp.app),
    port,
    endStreams: async () => mcp.close(),
  })
  return { url, waiting: waiting.given, cancelled: cancelled.given, close }
}

/** Calls the tool `repeat`: the text, this many times. */
export async function repeat(client: Client, text: string, times: number): Promise<string> {
  const { content } = await client.callTool({ name: 'repeat', arguments: { text, times } })
  const [block] = content
  return block?.type === 'text' ? block.text : ''
}

/** Something that happens once. */
function signal(): { given: Promise<void>; give: () => void } {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give }
}
