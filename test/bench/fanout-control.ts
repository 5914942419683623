import { setTimeout as pause } from 'node:timers/promises'
import { answerMessages } from './processes.ts'

/** What the benchmark asks of a server. */
export type ServerMessage =
  | { ask: 'address' }
  | { ask: 'memory' }
  | { ask: 'publish'; events: number; perSecond: number }
  | { ask: 'processor' }

/** Where to subscribe, and to what. */
export interface Address {
  url: string
  key: string
  query: string
}

/** In bytes, after a collection. */
export interface Memory {
  resident: number
  heap: number
}

/** Milliseconds of the clock that all processes of a machine share. */
export function now(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1_000 + nanoseconds / 1_000_000
}

/** Lets the benchmark steer a server; `publish` sends the event after the one before and gives when it left. */
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
          // By the clock, not after one another: a server that lags must catch up.
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

/** What is held once collecting brings no more: memory goes back to the system late, most of all that of the start. */
async function settledMemory(): Promise<Memory> {
  const readings: Memory[] = []
  for (let still = 0; still < 3 && readings.length < 40; ) {
    globalThis.gc?.()
    // This one also gives pages back that later objects would hide in.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    await pause(250)
    const { rss: resident, heapUsed: heap } = process.memoryUsage()
    const lowest = Math.min(...readings.map((reading) => reading.resident))
    still = resident > lowest - 256 * 1_024 ? still + 1 : 0
    readings.push({ resident, heap })
  }
  return readings.at(-1) ?? { resident: 0, heap: 0 }
}
