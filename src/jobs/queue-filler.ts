import { neverOverlapping } from './never-overlapping.ts'

/** Number of answers of a process after which it checks whether a queue has enough questions left. */
const ANSWERS_PER_CHECK = 25

/** Decides when to fill the queue of a provider from the backlog. */
export interface QueueFiller {
  /** Counts an answer to a question of the queue. */
  count(): void
  /** Fills the queue if it needs questions. */
  fill(): void
}

/** @param fill fills the queue if it needs questions; must not reject */
export function createQueueFiller(fill: () => Promise<void>): QueueFiller {
  const request = neverOverlapping(fill)
  let answers = 0
  return {
    count() {
      answers += 1
      if (answers % ANSWERS_PER_CHECK === 0) request({})
    },
    fill: () => request({}),
  }
}
