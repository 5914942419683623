/** Number of answers of a process after which it checks whether a queue has enough questions left. */
const ANSWERS_PER_CHECK = 25

/** Decides when to fill the queues of providers from the backlog, and fills each only once at a time. */
export class QueueFiller {
  readonly #answers = new Map<string, number>()
  /** Queues that are being filled; true if they must be checked once more afterwards. */
  readonly #filling = new Map<string, boolean>()
  readonly #fill: (queue: string) => Promise<void>

  /** @param fill fills a queue if it needs questions; must not reject */
  constructor(fill: (queue: string) => Promise<void>) {
    this.#fill = fill
  }

  /** Counts an answer to a question of a queue. */
  count(queue: string): void {
    const answers = (this.#answers.get(queue) ?? 0) + 1
    this.#answers.set(queue, answers % ANSWERS_PER_CHECK)
    if (answers === ANSWERS_PER_CHECK) this.fill(queue)
  }

  /** Fills a queue if it needs questions. */
  fill(queue: string): void {
    if (this.#filling.has(queue)) {
      this.#filling.set(queue, true)
      return
    }
    this.#filling.set(queue, false)
    void this.#fill(queue).then(() => {
      const isAskedAgain = this.#filling.get(queue)
      this.#filling.delete(queue)
      if (isAskedAgain) this.fill(queue)
    })
  }
}
