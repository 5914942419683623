/** A state as its subscribers get it: serialised once for all of them. */
export interface Message {
  /** A result of GraphQL, as JSON. */
  json: string
  /** Orders the states of one subject; null for what has no successor. */
  seq: number | null
  /** What it is a state of: of two that wait to be sent, the newer one of a subject takes the other's place. */
  subject: string
}

/** Where the messages of one subscriber go. */
export interface Outlet {
  next(message: Message): void
  /** Nothing follows. */
  complete(): void
}

/** What carries text to a client, and says when the client is behind. */
export interface Pipe {
  send(message: Message): void
  end(): void
  /** True while what was sent waits to be taken. */
  full(): boolean
}

/**
 * Messages for one client. While it is behind, the newest of each subject waits for it, so that what waits is bounded by the
 * number of subjects and not by how far behind it is.
 */
export class CoalescingOutlet implements Outlet {
  readonly #pipe: Pipe
  #waiting: Map<string, Message> | null = null
  #ended = false

  constructor(pipe: Pipe) {
    this.#pipe = pipe
  }

  next(message: Message): void {
    if (!this.#waiting && !this.#pipe.full()) {
      this.#pipe.send(message)
      return
    }
    this.#waiting ??= new Map()
    // Taken out first: it goes to the end of the queue.
    this.#waiting.delete(message.subject)
    this.#waiting.set(message.subject, message)
  }

  complete(): void {
    this.#ended = true
    if (!this.#waiting) this.#pipe.end()
  }

  /** To be called when the client has caught up. */
  drain(): void {
    if (!this.#waiting) return
    for (const [subject, message] of this.#waiting) {
      if (this.#pipe.full()) return
      this.#waiting.delete(subject)
      this.#pipe.send(message)
    }
    this.#waiting = null
    if (this.#ended) this.#pipe.end()
  }

  /** How many messages wait. */
  get waiting(): number {
    return this.#waiting?.size ?? 0
  }
}
