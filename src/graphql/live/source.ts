import { createSourceEventStream, type ExecutionResult, execute } from 'graphql'
import type { GraphqlContext } from '../context.ts'
import { type ErrorReport, present, presentResult } from '../errors.ts'
import type { Operation, Variables } from '../operation.ts'
import type { LiveState, LiveStates } from '../subscriptions.ts'
import type { Message, Outlet } from './outlet.ts'

/** A subscriber of a source. */
interface Seat {
  outlet: Outlet
  /** The newest state of each subject that it was given. */
  seen: Map<string, number>
  /** What came before the state a newcomer begins with; null once it was given that. */
  held: Message[] | null
}

/** What a source carries out. */
export interface Subscription {
  operation: Operation
  variables: Variables
  /** A new one for each state: what its loaders remember is of one moment. */
  context: () => GraphqlContext
  report: ErrorReport
}

/**
 * One execution for all subscribers of the same operation, variables and view of the data. Each subscriber is first given the
 * current state, then every change in order, then the end; whenever it joins, no state twice and none after a newer one.
 */
export class Source {
  readonly #subscription: Subscription
  readonly #seats = new Set<Seat>()
  readonly #opened: Promise<void>
  #states: LiveStates<LiveState> | null = null
  #newcomers: Seat[] | null = null
  #ended = false

  /** Begins with one subscriber; `onEnd` is called when nobody listens any more or nothing follows. */
  constructor(subscription: Subscription, onEnd: () => void) {
    this.#subscription = subscription
    let opened = () => {}
    this.#opened = new Promise((resolve) => {
      opened = resolve
    })
    void this.#run(opened).finally(() => {
      opened()
      this.#ended = true
      onEnd()
      for (const seat of [...this.#seats]) if (!seat.held) this.#end(seat)
    })
  }

  /** True when it takes no subscribers any more. */
  get ended(): boolean {
    return this.#ended
  }

  /** Adds a subscriber. @returns what takes it away again */
  join(outlet: Outlet, { first }: { first: boolean }): () => void {
    const seat: Seat = { outlet, seen: new Map(), held: first ? null : [] }
    this.#seats.add(seat)
    if (!first) this.#welcome(seat)
    return () => this.#leave(seat)
  }

  async #run(opened: () => void): Promise<void> {
    try {
      const { operation, variables, context } = this.#subscription
      const states = await createSourceEventStream(operation.argumentsFor(variables, context()))
      if (!(Symbol.asyncIterator in states)) return this.#giveAll(this.#serialise(states))
      // What `follow` gave: graphql-js passes it on as it is.
      this.#states = states as LiveStates<LiveState>
      opened()
      if (this.#seats.size === 0) return void (await this.#states.return?.())
      for await (const state of this.#states) this.#giveAll(await this.#messageOf(state))
    } catch (error) {
      this.#giveAll(this.#failure(error))
    }
  }

  /** Newcomers that come together look at the current state together, after the last of them has come. */
  #welcome(seat: Seat): void {
    if (this.#newcomers) return void this.#newcomers.push(seat)
    const newcomers = [seat]
    this.#newcomers = newcomers
    setImmediate(async () => {
      await this.#opened
      this.#newcomers = null
      const { message, last } = await this.#current()
      for (const seat of newcomers) {
        const held = seat.held ?? []
        seat.held = null
        if (message) this.#give(seat, message)
        for (const later of held) this.#give(seat, later)
        if (last || this.#ended) this.#end(seat)
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

  async #messageOf(state: LiveState): Promise<Message> {
    const { operation, variables, context } = this.#subscription
    const result = await execute({ ...operation.argumentsFor(variables, context()), rootValue: state })
    return { ...this.#serialise(result), seq: state.seq, subject: state.subject ?? '' }
  }

  #serialise(result: ExecutionResult): Message {
    const json = JSON.stringify(presentResult(result, this.#subscription.report))
    return { json, seq: null, subject: '' }
  }

  #failure(error: unknown): Message {
    const json = JSON.stringify({ errors: [present(error, this.#subscription.report)] })
    return { json, seq: null, subject: '' }
  }

  #giveAll(message: Message): void {
    for (const seat of this.#seats) {
      if (seat.held) seat.held.push(message)
      else this.#give(seat, message)
    }
  }

  #give({ outlet, seen }: Seat, message: Message): void {
    const { seq, subject } = message
    if (seq !== null) {
      if (seq <= (seen.get(subject) ?? -1)) return
      seen.set(subject, seq)
    }
    outlet.next(message)
  }

  #end(seat: Seat): void {
    if (this.#seats.delete(seat)) seat.outlet.complete()
  }

  #leave(seat: Seat): void {
    this.#seats.delete(seat)
    if (this.#seats.size > 0 || this.#ended) return
    this.#ended = true
    void this.#states?.return?.()
  }
}
