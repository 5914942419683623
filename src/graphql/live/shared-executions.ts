import { viewOf } from '../../core/foundation/actor.ts'
import type { Telemetry } from '../../core/foundation/telemetry.ts'
import { SharedExecution, type SubscriptionRequest } from './shared-execution.ts'
import type { MessageSink } from './subscriber-queue.ts'

/** Subscriptions of a process. Equal subscriptions of callers with the same rights share one execution. */
export class SharedExecutions {
  readonly #executions = new Map<string, SharedExecution>()
  readonly #telemetry: Telemetry

  constructor(telemetry: Telemetry) {
    this.#telemetry = telemetry
  }

  /**
   * Sends the states of a subscription to the sink, starting with the current state.
   * @returns a function that unsubscribes
   */
  subscribe(request: SubscriptionRequest, sink: MessageSink): () => void {
    const leave = this.#join(request, sink)
    this.#telemetry.change('subscriptions', 1)
    let isOpen = true
    return () => {
      leave()
      if (isOpen) this.#telemetry.change('subscriptions', -1)
      isOpen = false
    }
  }

  #join(request: SubscriptionRequest, sink: MessageSink): () => void {
    const { operation, variables, context } = request
    const key = `${operation.id} ${viewOf(context().ctx.actor)} ${JSON.stringify(variables)}`
    const running = this.#executions.get(key)
    if (running && !running.ended) return running.join(sink, { first: false })
    const execution = new SharedExecution(request, () => {
      if (this.#executions.get(key) === execution) this.#executions.delete(key)
    })
    this.#executions.set(key, execution)
    return execution.join(sink, { first: true })
  }

  get size(): number {
    return this.#executions.size
  }
}
