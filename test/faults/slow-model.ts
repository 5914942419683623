import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An OpenAI-compatible model on the loopback address that answers when it is let. */
export interface SlowModel {
  url: string
  /** How often each question reached it. */
  asked: Map<string, number>
  /** Answers `count` more questions, those waiting first. */
  answer(count: number): void
  /** Resolves once so many questions wait. */
  waiting(count: number): Promise<void>
  close(): void
}

/** Speaks the real wire format (chat completions, not streamed). */
export async function startSlowModel(): Promise<SlowModel> {
  const asked = new Map<string, number>()
  const waiting: (() => void)[] = []
  let free = 0
  let watchers: { count: number; resolve: () => void }[] = []
  const release = () => {
    while (free > 0 && waiting.length > 0) {
      free -= 1
      waiting.shift()?.()
    }
    watchers = watchers.filter(({ count, resolve }) => {
      if (waiting.length < count) return true
      resolve()
      return false
    })
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] }
      const question = messages.map(({ content }) => content).join('\n')
      asked.set(question, (asked.get(question) ?? 0) + 1)
      const reply = () => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(completion('1. **Acme** is the best choice.\n2. Globex comes second.')))
      }
      waiting.push(reply)
      response.once('close', () => {
        const index = waiting.indexOf(reply)
        if (index >= 0) waiting.splice(index, 1)
      })
      release()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    answer(count) {
      free += count
      release()
    },
    waiting: (count) =>
      new Promise((resolve) => {
        watchers.push({ count, resolve })
        release()
      }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function completion(content: string): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'slow-1',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 12, total_tokens: 15 },
  }
}
