import { createSourceEventStream, type ExecutionResult, execute } from 'graphql'
import type { Variables } from '../documents/variables.ts'
import type { Operation } from '../execution/operation.ts'
import type { GraphqlContext } from '../foundation/context.ts'
import { type ErrorReport, present, presentResult } from '../foundation/errors.ts'
import type { SubscriptionState, SubscriptionStates } from '../foundation/subscriptions.ts'
import type { Message, MessageSink } from './subscriber-queue.ts'

interface Subscriber {
  sink: MessageSink
  /**
   * The state that was read for this subscriber when it joined, until a newer message about the same subject was sent.
   */
  joinedAt: Message | null
  /** Messages that arrived while the subscriber's first state is being read; null once that state was sent. */
  held: Message[] | null
}

/** A subscription to execute. */
export interface SubscriptionRequest {
  operation: Operation
  variables: Variables
  /**
   * Creates the context of one execution. Each state needs a new context, because its DataLoaders cache what they
   * read.
   */
  context: () => GraphqlContext
  report: ErrorReport
}

/**
 * Execution shared by all subscribers with the same operation, variables and rights. A subscriber receives the
 * current state when it joins, then every change in order, then the end. It never receives a state twice or after a
 * newer one.
 */
export class SharedExecution {
  readonly #request: SubscriptionRequest
  readonly #subscribers = new Set<Subscriber>()
  /** `seq` of the newest message sent to all subscribers, by subject. */
  readonly #sent = new Map<string, number>()
  /** Resolves once the first state was sent, or if there will be none. */
  readonly #started: Promise<void>
  #states: SubscriptionStates<SubscriptionState> | null = null
  #newcomers: Subscriber[] | null = null
  #ended = false

  /**
   * Starts the execution.
   * @param onEnd called after the final state, or when the last subscriber has left
   */
  constructor(request: SubscriptionRequest, onEnd: () => void) {
    this.#request = request
    let markStarted = () => {}
    this.#started = new Promise((resolve) => {
      markStarted = resolve
    })
    void this.#run(markStarted).finally(() => {
      markStarted()
      this.#ended = true
      onEnd()
      for (const subscriber of [...this.#subscribers]) if (!subscriber.held) this.#end(subscriber)
    })
  }

  /** Whether it is too late to join. */
  get ended(): boolean {
    return this.#ended
  }

  /**
   * Adds a subscriber.
   * @param first true for the subscriber that started the execution; it gets all states from the source
   * @returns a function that removes the subscriber
   */
  join(sink: MessageSink, { first }: { first: boolean }): () => void {
    const subscriber: Subscriber = { sink, joinedAt: null, held: first ? null : [] }
    this.#subscribers.add(subscriber)
    if (!first) this.#sendCurrentState(subscriber)
    return () => this.#leave(subscriber)
  }

  async #run(markStarted: () => void): Promise<void> {
    try {
      const { operation, variables, context } = this.#request
      const states = await createSourceEventStream(operation.argumentsFor(variables, context()))
      if (!(Symbol.asyncIterator in states)) return this.#sendToAll(this.#serialize(states))
      // GraphQL.js returns the iterator of the field's `subscribe`, which `subscriptionStates` created.
      this.#states = states as SubscriptionStates<SubscriptionState>
      if (this.#subscribers.size === 0) return void (await this.#states.return?.())
      let isFirst = true
      for await (const state of this.#states) {
        this.#sendToAll(await this.#messageOf(state), { isFirst })
        isFirst = false
        markStarted()
      }
    } catch (error) {
      this.#sendToAll(this.#failure(error))
    }
  }

  /**
   * Sends the current state to a new subscriber. Subscribers that join in the same turn of the event loop share one
   * read.
   */
  #sendCurrentState(subscriber: Subscriber): void {
    if (this.#newcomers) return void this.#newcomers.push(subscriber)
    const newcomers = [subscriber]
    this.#newcomers = newcomers
    setImmediate(async () => {
      // Wait until the source listens for changes before reading the state, so that no change is missed.
      await this.#started
      this.#newcomers = null
      const { message, last } = await this.#current()
      for (const newcomer of newcomers) {
        const held = newcomer.held ?? []
        newcomer.held = null
        if (message) newcomer.sink.next(message)
        newcomer.joinedAt = message
        for (const later of held) this.#send(newcomer, later)
        if (last || this.#ended) this.#end(newcomer)
      }
    })
  }

  async #current(): Promise<{ message: Message | null; last: boolean }> {
    try {
      const state = await this.#states?.current()
      if (!state) return { message: null, last: true }
      return { message: await this.#messageOf(state), last: state.finishedAt != null }
    } catch (error) {
      return { message: this.#failure(error), last: true }
    }
  }

  async #messageOf(state: SubscriptionState): Promise<Message> {
    const { operation, variables, context } = this.#request
    const result = await execute({ ...operation.argumentsFor(variables, context()), rootValue: state })
    return { ...this.#serialize(result), seq: state.seq, subject: state.subject ?? '' }
  }

  #serialize(result: ExecutionResult): Message {
    const json = JSON.stringify(presentResult(result, this.#request.report))
    return { json, seq: null, subject: '' }
  }

  #failure(error: unknown): Message {
    const json = JSON.stringify({ errors: [present(error, this.#request.report)] })
    return { json, seq: null, subject: '' }
  }

  /**
   * Sends a message to all subscribers, unless they already have it or a newer one. Subscribers that are still loading
   * their own first state skip the source's first state; otherwise they would receive it twice.
   */
  #sendToAll(message: Message, { isFirst = false } = {}): void {
    const { seq, subject } = message
    if (seq !== null) {
      if (seq <= (this.#sent.get(subject) ?? -1)) return
      this.#sent.set(subject, seq)
    }
    for (const subscriber of this.#subscribers) {
      if (!subscriber.held) this.#send(subscriber, message)
      else if (!isFirst) subscriber.held.push(message)
    }
  }

  #send(subscriber: Subscriber, message: Message): void {
    const { joinedAt } = subscriber
    if (joinedAt && joinedAt.subject === message.subject && joinedAt.seq !== null && message.seq !== null) {
      if (message.seq <= joinedAt.seq) return
      subscriber.joinedAt = null
    }
    subscriber.sink.next(message)
  }

  #end(subscriber: Subscriber): void {
    if (this.#subscribers.delete(subscriber)) subscriber.sink.complete()
  }

  #leave(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber)
    if (this.#subscribers.size > 0 || this.#ended) return
    this.#ended = true
    void this.#states?.return?.()
  }
}
