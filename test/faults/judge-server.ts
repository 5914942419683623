import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Content of a judge request; see `src/extraction/judge/request.ts`. */
export interface Material {
  brands: { id: number; name: string }[]
  mentions: { id: number; brand: number }[]
  opinions: { id: number; brand: number; words: string; passage: string }[]
  text: string
}

/** Content of a judge request about facts; see `src/extraction/judge/fact-request.ts`. */
export interface FactMaterial {
  brand: string
  facts: { id: number; fact: string; aliases: string[] }[]
  statements: { id: number; fact: number; sentence: string }[]
}

type Reply<Asked = Material> = (material: Asked, response: ServerResponse, body: string) => void

/** A fake judge model on the loopback address. */
export interface JudgeServer {
  /** Base URL, with `/v1`. */
  url: string
  /** Requests for labels so far, in order. */
  asked: Material[]
  /** Requests about facts so far, in order. */
  askedFacts: FactMaterial[]
  /** Replaces the reply, which initially labels everything negative and discouraged. */
  answer(reply: Reply): void
  /** Replaces the reply to requests about facts, which initially decides that all statements are unclear. */
  answerFacts(reply: Reply<FactMaterial>): void
  close(): void
}

/** Starts a judge on a free port. It uses the wire format of chat completions without streaming. */
export async function startJudge(): Promise<JudgeServer> {
  const asked: Material[] = []
  const askedFacts: FactMaterial[] = []
  let reply: Reply = labelling('negative', 'discouraged')
  let factReply: Reply<FactMaterial> = deciding(() => 'unclear')
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    // Answers the probe, `GET /models`.
    if (request.method === 'GET') return response.writeHead(404).end()
    const { messages } = JSON.parse(body) as { messages: { content: string }[] }
    const material = JSON.parse(messages.at(-1)?.content ?? '') as Material | FactMaterial
    if ('statements' in material) {
      askedFacts.push(material)
      return factReply(material, response, body)
    }
    asked.push(material)
    reply(material, response, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    askedFacts,
    answer(next) {
      reply = next
    },
    answerFacts(next) {
      factReply = next
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Returns a reply that gives all mentions and all brands of the request the same labels. */
export function labelling(sentiment: string, strength: string, more: object = {}): Reply {
  return (material, response, body) =>
    saying(
      JSON.stringify({
        mentions: material.mentions.map(({ id }) => ({ id, sentiment })),
        brands: material.brands.map(({ id }) => ({ id, strength })),
      }),
      more,
    )(material, response, body)
}

/** Returns a reply with a verdict for each sentence of a request about facts. */
export function deciding(verdictOf: (sentence: string) => string): Reply<FactMaterial> {
  return (material, response, body) =>
    saying(
      JSON.stringify({
        statements: material.statements.map(({ id, sentence }) => ({ id, verdict: verdictOf(sentence) })),
      }),
    )(material, response, body)
}

/** Returns a reply with this text as its content. */
export function saying(content: string | null, more: object = {}): Reply<unknown> {
  return (_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: 'judge-1-0307',
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 700, completion_tokens: 40, total_tokens: 740 },
        ...more,
      }),
    )
  }
}
