import type { ExecutionArgs, ExecutionResult } from 'graphql'
import type { Variables } from '../documents/variables.ts'
import type { Operation } from '../execution/operation.ts'
import type { GraphqlContext } from '../foundation/context.ts'
import type { ErrorReport } from '../foundation/errors.ts'
import type { SharedExecutions } from '../live/shared-executions.ts'
import { type Message, type MessageWriter, SubscriberQueue } from '../live/subscriber-queue.ts'
import { nextFrame } from './next-frame.ts'

/** An operation that passed authentication, rate limit, validation and cost limit. */
export interface AdmittedOperation {
  operation: Operation
  variables: Variables
  context: () => GraphqlContext
}

/** The part of a socket that operations use. */
export interface FrameSocket {
  /** Sends a whole WebSocket frame. */
  sendFrame(frame: Buffer): void
  /** Whether the client has too much unread data. */
  isFull(): boolean
}

/**
 * An operation on a WebSocket. graphql-ws holds it as the iterator of a subscription, but it yields no values and
 * only lasts until the operation ends. Results are serialized once for all subscribers and written directly to the
 * socket.
 */
export class WebSocketOperation implements AsyncIterableIterator<never>, MessageWriter {
  readonly report: ErrorReport
  readonly #id: string
  readonly #socket: FrameSocket
  readonly #cleanup: (() => void)[] = []
  #admitted: AdmittedOperation | null = null
  #queue: SubscriberQueue | null = null
  #finish: ((result: IteratorReturnResult<undefined>) => void) | null = null
  #ended = false
  #cancelled = false

  /** @param id id of the operation in the protocol */
  constructor(id: string, socket: FrameSocket, report: ErrorReport) {
    this.#id = id
    this.#socket = socket
    this.report = report
  }

  /** Whether the client has completed the operation or disconnected. */
  get cancelled(): boolean {
    return this.#cancelled
  }

  /**
   * Sets the operation to execute.
   * @param release called when the operation ends
   * @returns the arguments that graphql-ws passes to `execute` and `subscribe`
   */
  admit(admitted: AdmittedOperation, release: () => void): ExecutionArgs {
    this.#admitted = admitted
    this.#onEnd(release)
    const { operation, variables, context } = admitted
    return { ...operation.argumentsFor(variables, context()), contextValue: this }
  }

  /** Executes a query or a mutation. */
  async execute(): Promise<ExecutionResult> {
    const { operation, variables, context } = this.#requireAdmitted()
    try {
      return await operation.execute(variables, context())
    } finally {
      this.end()
    }
  }

  /**
   * Starts writing the results of a subscription.
   * @returns this object, as the iterator that graphql-ws waits for
   */
  subscribe(executions: SharedExecutions): this {
    this.#queue = new SubscriberQueue(this)
    const request = { ...this.#requireAdmitted(), report: this.report }
    this.#onEnd(executions.subscribe(request, this.#queue))
    return this
  }

  send({ json }: Message): void {
    this.#socket.sendFrame(nextFrame(this.#id, json))
  }

  isFull(): boolean {
    return this.#socket.isFull()
  }

  /** Must be called when the client has received enough of the sent data. */
  drain(): void {
    this.#queue?.drain()
  }

  next(): Promise<IteratorReturnResult<undefined>> {
    if (this.#ended) return Promise.resolve(DONE)
    return new Promise((resolve) => {
      this.#finish = resolve
    })
  }

  /** Called by graphql-ws when the client completes the operation or the socket is closed. */
  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#cancelled = true
    this.end()
    return DONE
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #requireAdmitted(): AdmittedOperation {
    if (!this.#admitted) throw new Error('the operation was started before admit() was called')
    return this.#admitted
  }

  #onEnd(clean: () => void): void {
    if (this.#ended) clean()
    else this.#cleanup.push(clean)
  }

  /** Ends the operation. */
  end(): void {
    this.#ended = true
    for (const clean of this.#cleanup.splice(0)) clean()
    this.#finish?.(DONE)
  }
}

const DONE = { done: true, value: undefined } as const
