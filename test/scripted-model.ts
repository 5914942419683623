import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An OpenAI-compatible server on the loopback address that answers at once, as the test says. */
export interface ScriptedModel {
  /** An entry of PROVIDERS_FILE with the id `local` that asks it. */
  provider: object
  /** How many questions reached it. */
  questions(): number
  close(): void
}

/** Starts one on a free port; `bodyOf` gives the body of each response, by the text of the question. */
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

/** The body of a chat completion. */
export function completionOf(
  message: { content: string } | { refusal: string },
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
