import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An OpenAI-compatible model on the loopback address that immediately returns the responses given by the test. */
export interface ScriptedModel {
  /** Entry of PROVIDERS_FILE for this model, with the id `local`. */
  provider: object
  /** Returns the number of questions received so far. */
  questions(): number
  close(): void
}

/** Starts a model on a free port. `bodyOf` returns the response body for the text of a question. */
export async function startScriptedModel(bodyOf: (question: string) => unknown): Promise<ScriptedModel> {
  let questions = 0
  const server = createServer(async (request, response) => {
    let sent = ''
    for await (const chunk of request) sent += chunk
    const { messages } = JSON.parse(sent) as { messages: { content: string }[] }
    questions += 1
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(bodyOf(messages.map(({ content }) => content).join('\n'))))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    provider: {
      id: 'local',
      driver: 'openai-compatible',
      model: 'scripted-1',
      baseUrl: `http://127.0.0.1:${port}/v1`,
      options: { concurrency: 50, locationHint: false },
    },
    questions: () => questions,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Returns the body of a chat completion. */
export function completionOf(
  message: { content: string; annotations?: object[] } | { refusal: string },
  { finishReason = 'stop', ...more }: { finishReason?: string; usage?: object } = {},
): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'scripted-1',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finishReason }],
    ...more,
  }
}
