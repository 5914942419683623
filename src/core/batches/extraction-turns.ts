import { setImmediate as nextTurn } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { Ctx } from '../foundation/context.ts'
import type { Urgency } from '../foundation/jobs.ts'
import type { ExtractionDeps } from '../observations/extraction-threads.ts'
import type { Provider } from '../provider-port/registry.ts'

/** Answers with a higher number are extracted first. */
const PRIORITIES = { first: 2, interactive: 1, scheduled: 0 } as const satisfies Record<Urgency, number>

/** Number of waiting answers from which starting threads takes less time than extracting the answers without them. */
const THREADS_FROM = 50

/** Queues of received answers by provider, so that no provider waits for the answers of another. */
const queues = new Map<string, PQueue>()

/** The turns of the event loop. */
const turns = new PQueue({ concurrency: 1 })

/**
 * Extracts received answers, the most urgent first, and otherwise from one provider after the other. A few answers are
 * extracted on the event loop, one per turn. Otherwise, all other work of the process would wait until they are
 * extracted. If many answers wait, they are extracted in threads.
 * @param extract extracts the answer, in a thread if `inThread` is true
 */
export function inTurn<T>(
  ctx: Ctx<ExtractionDeps>,
  { id }: Provider,
  urgency: Urgency,
  extract: (options: { inThread: boolean }) => Promise<T>,
): Promise<T> {
  const { extractionThreads } = ctx.deps
  const queue = queues.get(id) ?? new PQueue({ concurrency: extractionThreads.size })
  queues.set(id, queue)
  const priority = PRIORITIES[urgency]
  return queue.add(
    async () => {
      if (extractionThreads.isStarted() || waiting() >= THREADS_FROM) return extract({ inThread: true })
      await turns.add(() => nextTurn(), { priority })
      return extract({ inThread: false })
    },
    { priority },
  )
}

function waiting(): number {
  return [...queues.values()].reduce((sum, { size }) => sum + size, 0)
}
