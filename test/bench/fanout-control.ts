import { setTimeout as pause } from 'node:timers/promises'
import { answerMessages } from './processes.ts'

/** A command from the benchmark to a server. */
export type ServerMessage =
  | { ask: 'address' }
  | { ask: 'memory' }
  | { ask: 'publish'; events: number; perSecond: number }
  | { ask: 'processor' }

/** The URL and operation to subscribe to. */
export interface Address {
  url: string
  /** Subscribers use these API keys in turn, because a key may have 10,000 connections. */
  keys: string[]
  query: string
}

/** In bytes, after garbage collection. */
export interface Memory {
  resident: number
  heap: number
}

/** Milliseconds on the clock that all processes of the machine share. */
export function now(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1_000 + nanoseconds / 1_000_000
}

/** Executes the benchmark's commands in a server. `publish` sends the next event and returns when it was sent. */
export function steer(address: Address, publish: () => Promise<number>): void {
  let begun = process.cpuUsage()
  answerMessages<ServerMessage>(async (message) => {
    switch (message.ask) {
      case 'address':
        return address
      case 'memory':
        return settledMemory()
      case 'publish': {
        begun = process.cpuUsage()
        const first = now()
        const times: number[] = []
        for (let event = 0; event < message.events; event += 1) {
          // Follows a fixed schedule, so a server that falls behind must catch up.
          await pause(Math.max(0, first + (event * 1_000) / message.perSecond - now()))
          times.push(await publish())
        }
        return times
      }
      case 'processor': {
        const { user, system } = process.cpuUsage(begun)
        return { microseconds: user + system }
      }
    }
  })
}

/** Repeats garbage collection until it frees no more memory, because memory from the start is returned to the system late. */
async function settledMemory(): Promise<Memory> {
  const readings: Memory[] = []
  for (let still = 0; still < 3 && readings.length < 40; ) {
    globalThis.gc?.()
    // This collection also returns free pages, which later objects would otherwise fill unnoticed.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    await pause(250)
    const { rss: resident, heapUsed: heap } = process.memoryUsage()
    const lowest = Math.min(...readings.map((reading) => reading.resident))
    still = resident > lowest - 256 * 1_024 ? still + 1 : 0
    readings.push({ resident, heap })
  }
  return readings.at(-1) ?? { resident: 0, heap: 0 }
}
