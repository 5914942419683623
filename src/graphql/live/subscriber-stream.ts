import { SubscriberQueue } from './subscriber-queue.ts'

/** A serialised result; Yoga writes what `stringify` returns. */
interface SerialisedResult {
  stringify(): string
}

type Step = IteratorResult<SerialisedResult, undefined>

/**
 * The messages of one subscriber as an async iterator. Messages that arrive before the next one is requested wait in a
 * {@link SubscriberQueue}.
 */
export class SubscriberStream implements AsyncIterableIterator<SerialisedResult, undefined> {
  readonly queue: SubscriberQueue
  readonly #cleanup: (() => void)[] = []
  #asked: ((step: Step) => void) | null = null
  #ended = false

  constructor() {
    this.queue = new SubscriberQueue({
      send: ({ json }) => this.#answer({ done: false, value: { stringify: () => json } }),
      end: () => this.#end(),
      isFull: () => this.#asked === null,
    })
  }

  /** Registers a function to be called when the stream ends, for whatever reason; called at once if it has ended. */
  onEnd(clean: () => void): void {
    if (this.#ended) clean()
    else this.#cleanup.push(clean)
  }

  /** Ends the stream after the waiting messages and this result. */
  fail(json: string): void {
    this.#release()
    this.queue.next({ json, seq: null, subject: 'failure' })
    this.queue.complete()
  }

  next(): Promise<Step> {
    if (this.#ended) return Promise.resolve(DONE)
    return new Promise((resolve) => {
      this.#asked = resolve
      this.queue.drain()
    })
  }

  async return(): Promise<Step> {
    this.#end()
    return DONE
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #answer(step: Step): void {
    const asked = this.#asked
    this.#asked = null
    asked?.(step)
  }

  #end(): void {
    if (this.#ended) return
    this.#ended = true
    this.#release()
    this.#answer(DONE)
  }

  #release(): void {
    for (const clean of this.#cleanup.splice(0)) clean()
  }
}

const DONE = { done: true, value: undefined } as const
