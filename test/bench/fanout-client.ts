import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type Address, now } from './fanout-control.ts'
import { answerMessages } from './processes.ts'

/** A command from the benchmark to the client. */
export type ClientMessage =
  | { ask: 'subscribe'; address: Address; subscribers: number; events: number }
  | { ask: 'leave' }
  /** When the server published each event. */
  | { ask: 'finish'; times: number[] }

/** The measurements: milliseconds between publishing by the server and receipt by the client. */
export interface Deliveries {
  expected: number
  received: number
  p50: number
  p99: number
  worst: number
}

/** Number of sockets that are opened concurrently. */
const CROWD = 50
/** After this many milliseconds without a message, missing messages count as lost. */
const PATIENCE = 5_000
const COMPLETED = '"completed":'

/** Opens one socket with one subscription per subscriber. */
export function subscribeMany(): void {
  let sockets: WebSocket[] = []
  // For each event, the time of receipt by each subscriber.
  let arrivals: number[][] = []
  let received = 0
  let last: Buffer = Buffer.alloc(0)
  let completed = 0

  function onNext(data: Buffer): void {
    const time = now()
    if (!data.equals(last)) {
      last = data
      completed = Number.parseInt(data.toString('latin1', data.indexOf(COMPLETED) + COMPLETED.length), 10)
    }
    if (completed === 0) return
    arrivals[completed - 1]?.push(time)
    received += 1
  }

  async function open({ url, keys, query }: Address): Promise<string> {
    const key = keys[sockets.length % keys.length]
    const socket = new WebSocket(url, 'graphql-transport-ws', { perMessageDeflate: false })
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }))
    await once(socket, 'message')
    const state = once(socket, 'message')
    socket.on('message', onNext)
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }))
    const [first] = await state
    if (!String(first).includes(COMPLETED)) throw new Error(String(first))
    sockets.push(socket)
    return String(first)
  }

  answerMessages<ClientMessage>(async (message) => {
    switch (message.ask) {
      case 'subscribe': {
        arrivals = Array.from({ length: message.events }, () => [])
        received = 0
        let left = message.subscribers
        let sample = ''
        const openers = Array.from({ length: CROWD }, async () => {
          while (left > 0) {
            left -= 1
            sample = await open(message.address)
          }
        })
        await Promise.all(openers)
        return { sample }
      }
      case 'leave': {
        const leaving = sockets
        sockets = []
        await Promise.all(
          leaving.map((socket) => {
            socket.close()
            return once(socket, 'close')
          }),
        )
        return {}
      }
      case 'finish': {
        const expected = sockets.length * message.times.length
        let before = -1
        while (received < expected && received > before) {
          before = received
          for (let waited = 0; waited < PATIENCE && received < expected; waited += 100) await pause(100)
        }
        return deliveriesOf(arrivals, message.times, expected)
      }
    }
  })
}

function deliveriesOf(arrivals: readonly number[][], times: readonly number[], expected: number): Deliveries {
  const waits = Float64Array.from(
    arrivals.flatMap((arrived, event) => arrived.map((time) => time - (times[event] ?? 0))),
  ).sort()
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0
  return { expected, received: waits.length, p50: at(0.5), p99: at(0.99), worst: at(1) }
}
