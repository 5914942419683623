import { createSourceEventStream, type ExecutionResult, execute } from 'graphql'
import type { GraphqlContext } from '../context.ts'
import { type ErrorReport, present, presentResult } from '../errors.ts'
import type { Operation } from '../operation.ts'
import type { SubscriptionState, SubscriptionStates } from '../subscriptions.ts'
import type { Variables } from '../variables.ts'
import type { Message, MessageSink } from './subscriber-queue.ts'

interface Subscriber {
  sink: MessageSink
  /** The `seq` of the newest message sent to it, by subject. */
  seen: Map<string, number>
  /** Messages that arrived while the current state is being read for it; null once it has been sent that state. */
  held: Message[] | null
}

/** What is executed for subscribers. */
export interface SubscriptionRequest {
  operation: Operation
  variables: Variables
  /** Creates the context of one execution: each state needs its own, because its DataLoaders cache what they read. */
  context: () => GraphqlContext
  report: ErrorReport
}

/**
 * One execution for all subscribers with the same operation, the same variables and the same rights. Whenever it joins, a
 * subscriber is sent the current state, then every change in order, then the end; no state twice, and none after a newer one.
 */
export class SharedExecution {
  readonly #request: SubscriptionRequest
  readonly #subscribers = new Set<Subscriber>()
  /** Resolved once the first state was sent, or there will be none. */
  readonly #begun: Promise<void>
  #states: SubscriptionStates<SubscriptionState> | null = null
  #newcomers: Subscriber[] | null = null
  #ended = false

  /** Starts the execution. `onEnd` is called after the final state, or when the last subscriber has left. */
  constructor(request: SubscriptionRequest, onEnd: () => void) {
    this.#request = request
    let begin = () => {}
    this.#begun = new Promise((resolve) => {
      begin = resolve
    })
    void this.#run(begin).finally(() => {
      begin()
      this.#ended = true
      onEnd()
      for (const subscriber of [...this.#subscribers]) if (!subscriber.held) this.#end(subscriber)
    })
  }

  /** True when subscribers can no longer join. */
  get ended(): boolean {
    return this.#ended
  }

  /**
   * Adds a subscriber. `first` is true for the one that the execution was started for: it gets all states from the source.
   * @returns a function that removes the subscriber
   */
  join(sink: MessageSink, { first }: { first: boolean }): () => void {
    const subscriber: Subscriber = { sink, seen: new Map(), held: first ? null : [] }
    this.#subscribers.add(subscriber)
    if (!first) this.#sendCurrentState(subscriber)
    return () => this.#leave(subscriber)
  }

  async #run(begin: () => void): Promise<void> {
    try {
      const { operation, variables, context } = this.#request
      const states = await createSourceEventStream(operation.argumentsFor(variables, context()))
      if (!(Symbol.asyncIterator in states)) return this.#sendToAll(this.#serialise(states))
      // GraphQL.js returns the iterator of the field's `subscribe`, which `subscriptionStates` has made.
      this.#states = states as SubscriptionStates<SubscriptionState>
      if (this.#subscribers.size === 0) return void (await this.#states.return?.())
      let isFirst = true
      for await (const state of this.#states) {
        this.#sendToAll(await this.#messageOf(state), { isFirst })
        isFirst = false
        begin()
      }
    } catch (error) {
      this.#sendToAll(this.#failure(error))
    }
  }

  /** Subscribers that join in the same turn of the event loop share one read of the current state. */
  #sendCurrentState(subscriber: Subscriber): void {
    if (this.#newcomers) return void this.#newcomers.push(subscriber)
    const newcomers = [subscriber]
    this.#newcomers = newcomers
    setImmediate(async () => {
      // Read after the source has begun to listen for changes, so that none of them is missed.
      await this.#begun
      this.#newcomers = null
      const { message, last } = await this.#current()
      for (const newcomer of newcomers) {
        const held = newcomer.held ?? []
        newcomer.held = null
        if (message) this.#send(newcomer, message)
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
    return { ...this.#serialise(result), seq: state.seq, subject: state.subject ?? '' }
  }

  #serialise(result: ExecutionResult): Message {
    const json = JSON.stringify(presentResult(result, this.#request.report))
    return { json, seq: null, subject: '' }
  }

  #failure(error: unknown): Message {
    const json = JSON.stringify({ errors: [present(error, this.#request.report)] })
    return { json, seq: null, subject: '' }
  }

  /** The first state of the source is not for those whose own is going to be read: they would get two. */
  #sendToAll(message: Message, { isFirst = false } = {}): void {
    for (const subscriber of this.#subscribers) {
      if (!subscriber.held) this.#send(subscriber, message)
      else if (!isFirst) subscriber.held.push(message)
    }
  }

  #send({ sink, seen }: Subscriber, message: Message): void {
    const { seq, subject } = message
    if (seq !== null) {
      if (seq <= (seen.get(subject) ?? -1)) return
      seen.set(subject, seq)
    }
    sink.next(message)
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
