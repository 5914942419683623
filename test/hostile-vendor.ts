import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { HOSTILE_MODEL, type HostileBody, hostileAnswers, hostileBodies } from './hostile-answers.ts'
import { completionOf } from './scripted-model.ts'

/** An OpenAI-compatible vendor on the loopback address that answers each question with another attack. */
export interface HostileVendor {
  /** Entry of PROVIDERS_FILE with the id `hostile`. */
  provider: object
  /** One question per attack. */
  questions: readonly string[]
  /** Whether the vendor attacks. It starts with harmless answers that do not name the brand. */
  attack: boolean
  close(): void
}

/** Starts the vendor on a free port. */
export async function startHostileVendor(): Promise<HostileVendor> {
  const replies = new Map<string, () => HostileBody>(Object.entries(hostileBodies()))
  const harmless = completionOf({ content: 'Boardly is a good choice.' })
  const withoutModel = new Set(replies.keys())
  for (const { name, text, citations } of hostileAnswers()) {
    const annotations = citations.map(({ url, title }) => ({
      type: 'url_citation',
      url_citation: { url, title },
    }))
    const completion = { ...completionOf({ content: text, annotations }), model: HOSTILE_MODEL }
    replies.set(name, () => ({ parts: [JSON.stringify(completion)] }))
  }
  const server = createServer(async (request, response) => {
    let sent = ''
    for await (const chunk of request) sent += chunk
    const { messages } = JSON.parse(sent) as { messages: { content: string }[] }
    const question = messages[0]?.content ?? ''
    const reply = replies.get(question)
    const model = withoutModel.has(question) ? null : HOSTILE_MODEL
    send(response, vendor.attack && reply ? reply() : { parts: [JSON.stringify({ ...harmless, model })] })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const vendor: HostileVendor = {
    provider: {
      id: 'hostile',
      driver: 'openai-compatible',
      model: 'hostile-1',
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      options: { concurrency: 10, locationHint: false },
    },
    questions: [...replies.keys()],
    attack: false,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return vendor
}

function send(response: ServerResponse, { headers = {}, parts }: HostileBody): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers })
  // The product closes the connection before an endless body ends.
  Readable.from(parts)
    .on('error', () => {})
    .pipe(response)
  response.on('error', () => {})
}
