import type { GraphQLError } from 'graphql'
import { CloseCode, MessageType, type SubscribePayload } from 'graphql-ws'
import type { Actor } from '../core/actor.ts'
import { admit } from '../core/admission.ts'
import { AppError } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { createContext, type Surroundings } from './context.ts'
import type { Engine } from './engine.ts'
import { type ErrorReport, present, presentResult } from './errors.ts'
import { OPERATIONS_PER_SOCKET } from './limits.ts'
import type { Audience, Place } from './live/audience.ts'
import { CoalescingOutlet } from './live/outlet.ts'
import { authorizationIn, nextMessage, readMessage } from './protocol-messages.ts'
import { checkVariables } from './variables.ts'

/** What carries the messages of one client. */
export interface Connection {
  address: string
  /** What came with the upgrade; connection_init may bring an authorization of its own. */
  credentials: { authorization: string | null; cookie: string | null; organization: string | null }
  send(text: string): void
  close(code: number, reason: string): void
  /** True while the client is behind with what was sent. */
  full(): boolean
}

/** What all connections share. */
export interface Services {
  surroundings: Surroundings
  engine: Engine
  audience: Audience
}

/** Time to say connection_init, in milliseconds; the usual one of graphql-ws. */
const PATIENCE = 3_000

const TOO_MANY_REQUESTS = 4429

/** An operation under way: its outlet, when it is one that may be behind, and what ends it. */
interface UnderWay {
  outlet: CoalescingOutlet | null
  end(): void
}

/**
 * One client of graphql-transport-ws (the protocol of the package graphql-ws, PROTOCOL.md): a good key at connection_init,
 * and for each operation what holds for a request over HTTP. Written out here because the package executes and serialises
 * for each subscriber, and this product for all of them at once.
 */
export class Session {
  readonly #connection: Connection
  readonly #services: Services
  readonly #underWay = new Map<string, UnderWay>()
  #credentials: Connection['credentials']
  #place: Place | null = null
  #initialised = false
  #patience: NodeJS.Timeout | null

  constructor(connection: Connection, services: Services) {
    this.#connection = connection
    this.#services = services
    this.#credentials = connection.credentials
    this.#patience = setTimeout(() => {
      connection.close(CloseCode.ConnectionInitialisationTimeout, 'Connection initialisation timeout')
    }, PATIENCE).unref()
  }

  /** Takes a message of the client. */
  async receive(text: string): Promise<void> {
    const message = readMessage(text)
    if (message instanceof Error)
      return this.#connection.close(CloseCode.BadRequest, message.message.slice(0, 120))
    switch (message.type) {
      case MessageType.ConnectionInit:
        return this.#initialise(message.payload)
      case MessageType.Ping:
        return this.#send({ type: MessageType.Pong, ...(message.payload && { payload: message.payload }) })
      case MessageType.Pong:
        return
      case MessageType.Subscribe:
        return this.#subscribe(message.id, message.payload)
      case MessageType.Complete:
        return this.#finish(message.id)
      case MessageType.ConnectionAck:
      case MessageType.Next:
      case MessageType.Error:
        return this.#connection.close(CloseCode.BadRequest, `Unexpected message of type ${message.type}`)
    }
  }

  /** The client has caught up with what was sent. */
  drain(): void {
    for (const { outlet } of this.#underWay.values()) outlet?.drain()
  }

  /** The client is gone. */
  closed(): void {
    this.#stopWaiting()
    for (const id of [...this.#underWay.keys()]) this.#finish(id)
    this.#place?.leave()
    this.#place = null
  }

  async #initialise(payload: unknown): Promise<void> {
    const { close } = this.#connection
    if (this.#initialised)
      return close(CloseCode.TooManyInitialisationRequests, 'Too many initialisation requests')
    this.#initialised = true
    this.#stopWaiting()
    const { surroundings, audience } = this.#services
    const own = authorizationIn(payload)
    if (own !== null) this.#credentials = { ...this.#credentials, authorization: own, cookie: null }
    try {
      const actor = await surroundings.door.authenticator.authenticateRequest(this.#credentials)
      this.#place = audience.enter(actor, () => close(CloseCode.Forbidden, 'Forbidden'))
      this.#send({ type: MessageType.ConnectionAck })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'RATE_LIMITED') return close(TOO_MANY_REQUESTS, 'Too many connections')
      // A good key is counted with its operations, a try without one for its address.
      const { refusal } = await this.#admit()
      if (refusal?.code === 'RATE_LIMITED') close(TOO_MANY_REQUESTS, 'Too many requests')
      else close(CloseCode.Forbidden, 'Forbidden')
    }
  }

  async #subscribe(id: string, payload: SubscribePayload): Promise<void> {
    const { close } = this.#connection
    if (!this.#place) return close(CloseCode.Unauthorized, 'Unauthorized')
    if (this.#underWay.has(id))
      return close(CloseCode.SubscriberAlreadyExists, `Subscriber for ${id} already exists`)
    // Taken before anything is waited for: the same id may come again meanwhile, and so may its end.
    const hasRoom = this.#underWay.size < OPERATIONS_PER_SOCKET
    const operation: UnderWay = { outlet: null, end: () => {} }
    this.#underWay.set(id, operation)
    const report = { requestId: newId(), logger: this.#services.surroundings.services.deps.logger }
    try {
      const actor = await this.#admitOperation(hasRoom)
      if (this.#underWay.get(id) !== operation) return
      await this.#carryOut(id, operation, payload, actor, report)
    } catch (error) {
      this.#refuse(id, operation, [error], report)
    }
  }

  async #carryOut(
    id: string,
    underWay: UnderWay,
    { query, operationName, variables: given }: SubscribePayload,
    actor: Actor,
    report: ErrorReport,
  ): Promise<void> {
    const { engine, surroundings } = this.#services
    const operation = engine.operation(query, operationName)
    if (!('execute' in operation)) return this.#refuse(id, underWay, operation, report)
    const variables = checkVariables(given)
    const context = () =>
      createContext(surroundings.services, {
        actor,
        requestId: report.requestId,
        writes: operation.type === 'mutation',
      })
    const refused = operation.refusal(variables)
    if (refused) return this.#refuse(id, underWay, refused.errors ?? [], report)
    const leave = this.#place?.operation() ?? (() => {})
    underWay.end = leave
    const name = JSON.stringify(id)
    if (operation.type !== 'subscription') {
      const result = presentResult(await operation.execute(variables, context()), report)
      if (this.#underWay.get(id) !== underWay) return
      this.#connection.send(nextMessage(name, JSON.stringify(result)))
      return this.#complete(id, underWay)
    }
    const connection = this.#connection
    underWay.outlet = new CoalescingOutlet({
      send: ({ json }) => connection.send(nextMessage(name, json)),
      end: () => this.#complete(id, underWay),
      full: () => connection.full(),
    })
    const unsubscribe = engine.live.subscribe({ operation, variables, context, report }, underWay.outlet)
    underWay.end = () => {
      unsubscribe()
      leave()
    }
  }

  /** @throws {AppError} UNAUTHORIZED, RATE_LIMITED, or BAD_REQUEST for one operation too many */
  async #admitOperation(hasRoom: boolean): Promise<Actor> {
    const { actor, refusal } = await this.#admit()
    // Once the error is sent: the key is no good for the operations under way either.
    if (refusal?.code === 'UNAUTHORIZED') {
      setImmediate(() => this.#connection.close(CloseCode.Forbidden, 'Forbidden'))
    }
    if (refusal) throw refusal
    if (!actor) throw new Error('admitted without an actor')
    if (!hasRoom) {
      throw new AppError(
        'BAD_REQUEST',
        `A socket carries at most ${OPERATIONS_PER_SOCKET} operations at a time.`,
      )
    }
    return actor
  }

  #admit() {
    const { address } = this.#connection
    return admit(this.#services.surroundings.door, { ...this.#credentials, address })
  }

  #refuse(
    id: string,
    operation: UnderWay,
    errors: readonly (GraphQLError | unknown)[],
    report: ErrorReport,
  ): void {
    if (this.#underWay.get(id) !== operation) return
    this.#finish(id)
    this.#send({ type: MessageType.Error, id, payload: errors.map((error) => present(error, report)) })
  }

  #complete(id: string, operation: UnderWay): void {
    if (this.#underWay.get(id) !== operation) return
    this.#finish(id)
    this.#send({ type: MessageType.Complete, id })
  }

  #finish(id: string): void {
    const operation = this.#underWay.get(id)
    if (!operation) return
    this.#underWay.delete(id)
    operation.end()
  }

  #send(message: object): void {
    this.#connection.send(JSON.stringify(message))
  }

  #stopWaiting(): void {
    if (this.#patience) clearTimeout(this.#patience)
    this.#patience = null
  }
}
