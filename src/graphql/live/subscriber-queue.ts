/** A result of a subscription, serialised once for all of its subscribers. */
export interface Message {
  /** A GraphQL execution result as JSON. */
  json: string
  /** Orders the states of one subject; null for a result that is followed by no other, such as an error. */
  seq: number | null
  /** Identifies what the result describes. Of two results about one subject, only the newer one needs to be sent. */
  subject: string
}

/** Receives the messages of one subscriber. */
export interface MessageSink {
  next(message: Message): void
  /** Called once, after the last message. */
  complete(): void
}

/** Writes to one client. */
export interface MessageWriter {
  send(message: Message): void
  end(): void
  /** True while too much of what was written has not been received by the client. */
  isFull(): boolean
}

/**
 * The queue of one subscriber. While the client reads more slowly than messages arrive, only the newest message of each
 * subject waits, so that memory is bounded by the number of subjects.
 */
export class SubscriberQueue implements MessageSink {
  readonly #writer: MessageWriter
  #waiting: Map<string, Message> | null = null
  #ended = false

  constructor(writer: MessageWriter) {
    this.#writer = writer
  }

  next(message: Message): void {
    if (!this.#waiting && !this.#writer.isFull()) {
      this.#writer.send(message)
      return
    }
    this.#waiting ??= new Map()
    // Deleted first, because a map keeps the position of a key that is set again.
    this.#waiting.delete(message.subject)
    this.#waiting.set(message.subject, message)
  }

  complete(): void {
    this.#ended = true
    if (!this.#waiting) this.#writer.end()
  }

  /** Sends waiting messages until the client is full again. Must be called when the client has caught up. */
  drain(): void {
    if (!this.#waiting) return
    for (const [subject, message] of this.#waiting) {
      if (this.#writer.isFull()) return
      this.#waiting.delete(subject)
      this.#writer.send(message)
    }
    this.#waiting = null
    if (this.#ended) this.#writer.end()
  }

  /** Number of waiting messages. */
  get waiting(): number {
    return this.#waiting?.size ?? 0
  }
}
