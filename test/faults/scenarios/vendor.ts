import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { completion } from '../../held-model.ts'

/** A question that a process asked. */
export interface Asked {
  by: string
  /** Milliseconds since the epoch. */
  at: number
}

/**
 * An OpenAI-compatible model on the loopback address that knows which process asks, by the path of the request. Each
 * answer contains the name of the process, so that answers to the same question differ.
 */
export interface Vendor {
  /** Base URL for the questions of a process. */
  urlFor(process: string): string
  /** All times that each question was asked, by its text. */
  asked: ReadonlyMap<string, readonly Asked[]>
  /** Number of different questions with a complete reply. */
  replied(): number
  /** Number of questions of a process that wait for a reply. */
  waiting(process: string): number
  /** Keeps further questions of a process waiting. */
  hold(process: string): void
  /** Replies to the held questions of a process, and to its further questions after the usual time. */
  release(process: string): void
  /**
   * Resolves when the condition holds. It is checked at each question and reply, and by `recheck`. Rejects after two
   * minutes without any of them.
   */
  until(condition: () => boolean): Promise<void>
  /** Checks the conditions again, because something else has changed. */
  recheck(): void
  close(): void
}

/** Milliseconds. */
const LIMIT = 120_000

/** Starts a vendor that replies after `latency` milliseconds. */
export async function startVendor(latency: number): Promise<Vendor> {
  const asked = new Map<string, Asked[]>()
  const replied = new Set<string>()
  const open = new Map<string, number>()
  const held = new Map<string, Promise<void>>()
  const releases = new Map<string, () => void>()
  const changed = new EventEmitter().setMaxListeners(0)
  const server = createServer(async (request, response) => {
    const by = request.url?.split('/')[1] ?? ''
    let body = ''
    for await (const chunk of request) body += chunk
    const { messages } = JSON.parse(body) as { messages: { content: string }[] }
    const text = messages.map(({ content }) => content).join('\n')
    asked.set(text, [...(asked.get(text) ?? []), { by, at: Date.now() }])
    open.set(by, (open.get(by) ?? 0) + 1)
    response.once('close', () => open.set(by, (open.get(by) ?? 0) - 1))
    changed.emit('change')
    await (held.get(by) ?? pause(latency))
    if (response.destroyed) return
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(completion(`**Acme** is the best choice, says ${by}.`, 'counting-1')), () => {
      replied.add(text)
      changed.emit('change')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    urlFor: (process) => `http://127.0.0.1:${port}/${process}/v1`,
    asked,
    replied: () => replied.size,
    waiting: (process) => open.get(process) ?? 0,
    hold(process) {
      held.set(process, new Promise((resolve) => releases.set(process, resolve)))
    },
    release(process) {
      held.delete(process)
      releases.get(process)?.()
    },
    async until(condition) {
      while (!condition()) {
        await once(changed, 'change', { signal: AbortSignal.timeout(LIMIT) }).catch((cause) => {
          throw new Error('no question or reply for two minutes', { cause })
        })
      }
    },
    recheck: () => {
      changed.emit('change')
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
