import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reply of {@link startPaidModel}. The default is a short text with status 200. */
export interface Reply {
  status?: number
  headers?: Record<string, string>
  content?: string
  /** Number of output tokens to report; null for a reply without token counts. */
  tokens?: number | null
  /** Body to send instead of a completion. */
  body?: object
}

/** An OpenAI-compatible model on the loopback address that reports token usage. */
export interface PaidModel {
  /** Prompts received so far, in order. */
  asked: string[]
  /** Returns an entry of PROVIDERS_FILE for this model, with further options. */
  provider(id: string, options?: object): object
  baseUrl: string
  close(): void
}

/** Starts a model on a free port. `reply` returns the reply to each prompt and API key. */
export async function startPaidModel(
  reply: (prompt: string, key: string) => Reply | Promise<Reply> = () => ({}),
): Promise<PaidModel> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    // The Responses API has `input` instead of messages.
    const { messages, input } = JSON.parse(text) as { messages?: { content: string }[]; input?: string }
    const prompt = messages?.[0]?.content ?? input ?? ''
    asked.push(prompt)
    const {
      status = 200,
      headers = {},
      content = 'Acme is best.',
      tokens = 1,
      body,
    } = await reply(prompt, request.headers.authorization?.replace('Bearer ', '') ?? '')
    const message = { role: 'assistant', content }
    const usage = tokens === null ? null : { prompt_tokens: 0, completion_tokens: tokens }
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(
      JSON.stringify(body ?? { model: 'paid-1', choices: [{ message, finish_reason: 'stop' }], usage }),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return {
    asked,
    baseUrl,
    provider: (id, options = {}) => ({
      id,
      driver: 'openai-compatible',
      model: 'paid-1',
      baseUrl,
      options: { locationHint: false, ...options },
    }),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Returns provider options with a price per output token, in US dollars. */
export function pricePerToken(usd: number): { prices: object } {
  return { prices: { asOf: '2026-11-01', outputPerMillion: usd * 1e6 } }
}
