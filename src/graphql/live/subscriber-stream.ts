import { SubscriberQueue } from './subscriber-queue.ts'

/** A serialized result. Yoga writes the text that `stringify` returns. */
interface SerializedResult {
  stringify(): string
}

type Step = IteratorResult<SerializedResult, undefined>

/**
 * Messages of one subscriber as an async iterator. Messages that arrive before they are requested wait in a {@link
 * SubscriberQueue}.
 */
export class SubscriberStream implements AsyncIterableIterator<SerializedResult, undefined> {
  readonly queue: SubscriberQueue
  readonly #cleanup: (() => void)[] = []
  #resolveNext: ((step: Step) => void) | null = null
  #ended = false

  constructor() {
    this.queue = new SubscriberQueue({
      send: ({ json }) => this.#answer({ done: false, value: { stringify: () => json } }),
      end: () => this.#end(),
      isFull: () => this.#resolveNext === null,
    })
  }

  /**
   * Registers a function to call when the stream ends for any reason. Calls it immediately if the stream has already
   * ended.
   */
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
      this.#resolveNext = resolve
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
    const resolve = this.#resolveNext
    this.#resolveNext = null
    resolve?.(step)
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
