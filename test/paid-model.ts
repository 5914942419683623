import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What {@link startPaidModel} answers; by default a text, with status 200. */
export interface Reply {
  status?: number
  headers?: Record<string, string>
  content?: string
  /** Output tokens that it counts; null for a reply that counts none. */
  tokens?: number | null
  /** Sent in place of a completion. */
  body?: object
}

/** An OpenAI-compatible model on the loopback address that charges by the token. */
export interface PaidModel {
  /** The prompts that reached it, in their order. */
  asked: string[]
  /** An entry of PROVIDERS_FILE that asks it, with these further options. */
  provider(id: string, options?: object): object
  close(): void
}

/** Starts one on a free port; `reply` decides what each question is answered. */
export async function startPaidModel(
  reply: (prompt: string) => Reply | Promise<Reply> = () => ({}),
): Promise<PaidModel> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { messages } = JSON.parse(text) as { messages: { content: string }[] }
    const prompt = messages[0]?.content ?? ''
    asked.push(prompt)
    const { status = 200, headers = {}, content = 'Acme is best.', tokens = 1, body } = await reply(prompt)
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

/** Options of an entry for which each output token costs so many US dollars. */
export function pricePerToken(usd: number): { prices: object } {
  return { prices: { asOf: '2026-11-01', outputPerMillion: usd * 1e6 } }
}
