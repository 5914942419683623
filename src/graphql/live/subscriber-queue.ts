/** A result of a subscription, serialized once for all of its subscribers. */
export interface Message {
  /** GraphQL execution result as JSON. */
  json: string
  /** Orders the states of a subject; null for a result that is not followed by another, such as an error. */
  seq: number | null
  /** Identifies what the result describes. Only the newest result per subject needs to be sent. */
  subject: string
}

/** Receives the messages of one subscriber. */
export interface MessageSink {
  next(message: Message): void
  /** Called once, after the last message. */
  complete(): void
}

export interface MessageWriter {
  send(message: Message): void
  end(): void
  /** Whether the client has too much unread data. */
  isFull(): boolean
}

/**
 * Queue of one subscriber. While the client reads more slowly than messages arrive, the queue only keeps the newest
 * message per subject. This limits its memory to the number of subjects.
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
    // Delete first, because a map keeps the position of a key that is set again.
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

  get waiting(): number {
    return this.#waiting?.size ?? 0
  }
}
