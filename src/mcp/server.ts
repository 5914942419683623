import { type Implementation, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { isAllowed } from '../core/access/authorize.ts'
import type { AppCtx } from '../core/context.ts'
import { AppError } from '../core/foundation/errors.ts'
import type { ConnectionLease, ConnectionRegistry } from '../http/connection-registry.ts'
import { toPublicError } from '../http/errors.ts'
import { serveCompletion } from './completion.ts'
import { toolError } from './foundation/errors.ts'
import { type ResultForm, toolResult } from './foundation/result-text.ts'
import type { ToolCall } from './foundation/tool.ts'
import { UNTRUSTED_NOTE } from './foundation/untrusted.ts'
import { servePrompts } from './prompts/serve.ts'
import { serveResources } from './resources/serve.ts'
import { findTool, TOOLS } from './tools/all.ts'

/** Name and version that the server sends to clients. */
const IDENTITY: Implementation = { name: 'answergraph', title: 'Answergraph', version: '1' }

/** Instructions for the model: what the tools do and in which order to call them. */
const INSTRUCTIONS = `Answergraph asks AI search surfaces (ChatGPT, Perplexity, Gemini, Google, Copilot, Grok) what to buy and measures how a brand \
performs in their answers. Rates are {value, numerator, denominator, low, high}: a share from 0 to 1, its counts and its 95 % interval. Trust a change only when its verdict is "moved". \
With a project key, start with get_report, or with get_project and get_run. Use list_lost_prompts to see where the brand is missing, compare_runs to see what changed and what you may claim, and find_answers to see the answers \
behind a metric. An analysis of other questions costs one credit per prompt × provider × location × replicate and runs in the background: start it, then call \
get_async_analysis with waitSeconds. Lists are paginated: for the next page, pass nextCursor as cursor and repeat the other arguments. Answers with simulated: true are made up. \
${UNTRUSTED_NOTE}`

/** State shared by the servers of all requests. */
export interface ServerSurroundings {
  /** Aborted when the process shuts down. */
  closing: AbortSignal
  /** Limits the concurrent calls per key and ends the calls of revoked keys. */
  connections: ConnectionRegistry
}

/** What a server needs to answer one request. */
export interface RequestSurroundings extends ServerSurroundings {
  form: ResultForm
}

/** Creates the server for one request. Tools that the caller has no permission for are not listed. */
export function createMcpServer(ctx: AppCtx, { closing, connections, form }: RequestSurroundings): Server {
  const prompts = isAllowed(ctx, 'runs:read')
  const capabilities = { tools: {}, resources: {}, completions: {}, ...(prompts && { prompts: {} }) }
  const server = new Server(IDENTITY, { capabilities, instructions: INSTRUCTIONS })
  serveResources(server, ctx)
  if (prompts) servePrompts(server, ctx)
  serveCompletion(server, ctx)
  server.setRequestHandler('tools/list', async () => ({
    tools: TOOLS.filter((tool) => tool.isFor(ctx)).map((tool) => tool.listing()),
  }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = findTool(params.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`)
    const progressToken = mcpReq._meta?.progressToken
    const revoked = new AbortController()
    const call: ToolCall = {
      ctx,
      signal: AbortSignal.any([mcpReq.signal, revoked.signal]),
      closing,
      async report(progress) {
        if (progressToken === undefined) return
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...progress } })
      },
    }
    let lease: ConnectionLease | undefined
    try {
      lease = connections.open(ctx.actor, () =>
        revoked.abort(new AppError('UNAUTHORIZED', 'The key was revoked.')),
      )
      const structuredContent = await tool.call(params.arguments ?? {}, call)
      revoked.signal.throwIfAborted()
      return toolResult(structuredContent, form)
    } catch (thrown) {
      const { logger } = ctx.deps
      const { requestId } = ctx
      return toolError(toPublicError(thrown, { logger, requestId, method: 'tools/call', path: params.name }))
    } finally {
      lease?.release()
    }
  })
  return server
}
