import type { Client } from '@modelcontextprotocol/client'
import { Server } from '@modelcontextprotocol/server'
import { ConnectionRegistry } from '../../src/http/connection-registry.ts'
import { createMcpApp } from '../../src/mcp/app.ts'
import { serveApp } from '../serve-app.ts'
import type { World } from '../world.ts'

/** An MCP endpoint that accepts the keys of a world and has two test tools, `wait` and `repeat`. */
export interface Endpoint {
  url: string
  /** Resolves when the tool `wait` is called. The tool reports half of its progress and ends only by cancellation. */
  waiting: Promise<void>
  /** Resolves when the call of `wait` is canceled. */
  cancelled: Promise<void>
  close(): Promise<void>
}

/** Serves an endpoint, by default on a free port. */
export async function serveEndpoint(world: World, port = 0): Promise<Endpoint> {
  const { services, gate } = world.application
  const waiting = deferred()
  const cancelled = deferred()
  const createServer = () => {
    const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', async () => ({
      tools: ['wait', 'repeat'].map((name) => ({ name, inputSchema: { type: 'object' as const } })),
    }))
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      if (params.name === 'wait') {
        mcpReq.signal.addEventListener('abort', cancelled.resolve)
        waiting.resolve()
        const progressToken = mcpReq._meta?.progressToken
        const params = { progressToken: progressToken ?? '', progress: 1, total: 2 }
        if (progressToken !== undefined) await mcpReq.notify({ method: 'notifications/progress', params })
        await cancelled.promise
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
  return { url, waiting: waiting.promise, cancelled: cancelled.promise, close }
}

/** Calls the tool `repeat`, which returns the text repeated `times` times. */
export async function repeat(client: Client, text: string, times: number): Promise<string> {
  const { content } = await client.callTool({ name: 'repeat', arguments: { text, times } })
  const [block] = content
  return block?.type === 'text' ? block.text : ''
}

/** Creates a promise and the function that resolves it. */
function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
