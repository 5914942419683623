import { EventEmitter, on } from 'node:events'
import fc from 'fast-check'
import { GraphQLInt, GraphQLObjectType, GraphQLSchema, type OperationDefinitionNode, parse } from 'graphql'
import { expect, test } from 'vitest'
import { NO_TELEMETRY } from '../../core/foundation/telemetry.ts'
import { Operation } from '../execution/operation.ts'
import { createContext } from '../foundation/context.ts'
import { type SubscriptionState, subscriptionStates } from '../foundation/subscriptions.ts'
import { SharedExecutions } from './shared-executions.ts'
import type { Message } from './subscriber-queue.ts'

const logger = { info() {}, warn() {}, error() {} }

/** Resolves after a few turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/**
 * A subject that counts up to its final state. Subscribing works as for batches: listen for events, read the state,
 * follow.
 */
class Counter {
  seq = 1
  readonly #end: number
  readonly #changes = new EventEmitter().setMaxListeners(0)
  /** Turns of the event loop that it takes to read the state. */
  readonly #latency: () => number

  constructor(end: number, latency: () => number) {
    this.#end = end
    this.#latency = latency
  }

  step(): void {
    if (this.seq === this.#end) return
    this.seq += 1
    this.#changes.emit('change', this.#state())
  }

  async *subscribe(signal: AbortSignal): AsyncGenerator<SubscriptionState> {
    const changes = on(this.#changes, 'change', { signal })
    try {
      let state = this.#state()
      await turns(this.#latency())
      yield state
      if (state.finishedAt) return
      for await (const [changed] of changes) {
        if (changed.seq <= (state.seq ?? 0)) continue
        state = changed
        yield state
        if (state.finishedAt) return
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  #state(): SubscriptionState & { seq: number } {
    return { seq: this.seq, finishedAt: this.seq === this.#end ? new Date() : null }
  }
}

function subscriptionTo(counter: { subscribe(signal: AbortSignal): AsyncGenerator<SubscriptionState> }) {
  const seq = { type: GraphQLInt }
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: { seq } }),
    subscription: new GraphQLObjectType({
      name: 'Subscription',
      fields: {
        seq: {
          ...seq,
          subscribe: () => subscriptionStates(async (signal) => counter.subscribe(signal)),
          resolve: (state: SubscriptionState) => state.seq,
        },
      },
    }),
  })
  const document = parse('subscription { seq }')
  const operation = new Operation(schema, document, document.definitions[0] as OperationDefinitionNode)
  const services = { now: () => new Date(), db: {}, deps: { logger } } as unknown as Parameters<
    typeof createContext
  >[0]
  const context = () => createContext(services, { actor: { type: 'operator' }, requestId: 'r' })
  return { operation, variables: {}, context, report: { requestId: 'r', logger } }
}

class Listener {
  readonly seen: number[] = []
  completed = 0
  readonly next = ({ json }: Message) => {
    expect(this.completed).toBe(0)
    this.seen.push(JSON.parse(json).data.seq)
  }
  readonly complete = () => {
    this.completed += 1
  }
}

const commands = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant('step' as const) },
    { weight: 3, arbitrary: fc.constant('join' as const) },
    { weight: 1, arbitrary: fc.constant('leave' as const) },
    { weight: 2, arbitrary: fc.constant('turn' as const) },
  ),
  { maxLength: 40 },
)

test('whenever a subscriber joins, it gets the current state first, no state twice or after a newer one, and the final state once at the end', async () => {
  await fc.assert(
    fc.asyncProperty(commands, fc.array(fc.nat(3), { minLength: 1 }), async (script, latencies) => {
      let looks = 0
      const end = 1 + script.filter((command) => command === 'step').length
      const counter = new Counter(end, () => {
        looks += 1
        return latencies[looks % latencies.length] ?? 0
      })
      const live = new SharedExecutions(NO_TELEMETRY)
      const subscription = subscriptionTo(counter)
      const staying: { listener: Listener; from: number }[] = []
      const leaving: { listener: Listener; leave: () => void }[] = []
      for (const command of [...script, 'turn' as const]) {
        if (command === 'step') counter.step()
        else if (command === 'turn') await turns(1)
        else if (command === 'join') {
          const listener = new Listener()
          const from = counter.seq
          const leave = live.subscribe(subscription, listener)
          if (staying.length % 3 === 2) leaving.push({ listener, leave })
          staying.push({ listener, from })
        } else {
          const gone = leaving.shift()
          gone?.leave()
          const index = staying.findIndex(({ listener }) => listener === gone?.listener)
          if (index >= 0) staying.splice(index, 1)
        }
      }
      await turns(60)
      for (const { listener, from } of staying) {
        const { seen, completed } = listener
        expect(completed).toBe(1)
        expect(seen[0]).toBeGreaterThanOrEqual(from)
        expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
        expect(seen.at(-1)).toBe(end)
      }
      expect(live.size).toBe(0)
    }),
    { numRuns: 300 },
  )
})

test('a first state without a sequence number is sent once to each of many subscribers that join at the same time', async () => {
  const live = new SharedExecutions(NO_TELEMETRY)
  const unordered = {
    async *subscribe(): AsyncGenerator<SubscriptionState> {
      await turns(2)
      yield { seq: null }
      await turns(20)
      yield { seq: null, finishedAt: new Date() }
    },
  }
  const subscription = subscriptionTo(unordered)
  const counts = Array.from({ length: 20 }, () => 0)
  for (const index of counts.keys()) {
    const next = () => {
      counts[index] = (counts[index] ?? 0) + 1
    }
    live.subscribe(subscription, { next, complete() {} })
    if (index % 5 === 0) await turns(1)
  }
  await turns(15)
  expect(counts).toEqual(counts.map(() => 1))
  await turns(30)
})

test('equal subscriptions share one execution, and each state is serialized once', async () => {
  const counter = new Counter(3, () => 1)
  const live = new SharedExecutions(NO_TELEMETRY)
  const subscription = subscriptionTo(counter)
  const messages: Message[][] = []
  const listeners = Array.from({ length: 50 }, () => {
    const got: Message[] = []
    messages.push(got)
    return { next: (message: Message) => void got.push(message), complete() {} }
  })
  for (const listener of listeners) live.subscribe(subscription, listener)
  expect(live.size).toBe(1)
  await turns(10)
  counter.step()
  await turns(10)
  expect(new Set(messages.map((got) => got.at(-1))).size).toBe(1)
})
