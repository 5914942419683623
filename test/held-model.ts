import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An OpenAI-compatible model on the loopback address that does not answer a question until the test says so. */
export interface HeldModel {
  /** Base URL of the model. */
  url: string
  /** Entry of PROVIDERS_FILE for this model, with the id `held`. */
  provider: object
  /** How often the model received each question, by message text. */
  asked: Map<string, number>
  /** Answers `count` more questions, starting with waiting questions. */
  answer(count: number): void
  /** Holds all further questions, even if earlier calls of `answer` allowed more. */
  hold(): void
  /**
   * Waits for a question that contains this prompt and answers it. With a status other than 200, the question fails.
   */
  answerPrompt(prompt: string, options?: { status?: number }): Promise<void>
  /** Resolves when at least `count` questions are waiting. */
  waiting(count: number): Promise<void>
  close(): void
}

interface Question {
  text: string
  /** Whether the client has disconnected. */
  abandoned: boolean
  reply(status: number): void
}

/**
 * Starts a model on a free port. All answers have the same text, in the format of chat completions without streaming.
 */
export async function startHeldModel({
  text: content = '1. **Acme** is the best choice.\n2. Globex comes second.',
} = {}): Promise<HeldModel> {
  const asked = new Map<string, number>()
  const changed = new EventEmitter().setMaxListeners(0)
  const questions: Question[] = []
  const open = () => questions.filter(({ abandoned }) => !abandoned)
  const reply = (question: Question | undefined, status = 200) => {
    if (!question) return
    questions.splice(questions.indexOf(question), 1)
    question.reply(status)
  }
  let free = 0
  const release = () => {
    for (const question of open().slice(0, free)) {
      free -= 1
      reply(question)
    }
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { messages } = JSON.parse(body) as { messages: { content: string }[] }
    const text = messages.map((message) => message.content).join('\n')
    asked.set(text, (asked.get(text) ?? 0) + 1)
    const question: Question = {
      text,
      abandoned: false,
      reply(status) {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(completion(content)))
      },
    }
    response.once('close', () => {
      question.abandoned = true
    })
    questions.push(question)
    release()
    changed.emit('question')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return {
    url,
    provider: {
      id: 'held',
      driver: 'openai-compatible',
      model: 'held-1',
      baseUrl: url,
      options: { concurrency: 100 },
    },
    asked,
    answer(count) {
      free += count
      release()
    },
    hold() {
      free = 0
    },
    async answerPrompt(prompt, { status = 200 } = {}) {
      const find = () => questions.find((question) => question.text.includes(prompt))
      while (!find()) await once(changed, 'question')
      reply(find(), status)
    },
    async waiting(count) {
      while (open().length < count) await once(changed, 'question')
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Returns a chat completion with this text, as a model on the wire sends it. */
export function completion(content: string, model = 'held-1'): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 12, total_tokens: 15 },
  }
}
