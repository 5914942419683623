import { setImmediate as nextTurn } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { Urgency } from '../foundation/jobs.ts'
import type { Provider } from '../provider-port/registry.ts'

/** Answers with a higher number are extracted first. */
const PRIORITIES = { first: 2, interactive: 1, scheduled: 0 } as const satisfies Record<Urgency, number>

/** Queues of received answers by provider, so that no provider waits for the answers of another. */
const queues = new Map<string, PQueue>()

/** The turns of the event loop. */
const turns = new PQueue({ concurrency: 1 })

/**
 * Extracts one answer per turn of the event loop, the most urgent first, and otherwise from one provider after the
 * other. Hundreds of answers may arrive at the same time. Without turns, all other work of the process would wait until
 * they are extracted.
 */
export function inTurn<T>({ id }: Provider, urgency: Urgency, extract: () => Promise<T>): Promise<T> {
  const queue = queues.get(id) ?? new PQueue({ concurrency: 1 })
  queues.set(id, queue)
  const priority = PRIORITIES[urgency]
  return queue.add(
    async () => {
      await turns.add(() => nextTurn(), { priority })
      return extract()
    },
    { priority },
  )
}
