import { type ExecutionArgs, GraphQLError } from 'graphql'
import { CloseCode, type Context, makeServer, type Server, type SubscribePayload } from 'graphql-ws'
import { expectedError } from '../../core/foundation/database-errors.ts'
import { AppError } from '../../core/foundation/errors.ts'
import { newId } from '../../core/foundation/ids.ts'
import type { PendingRequest } from '../../core/foundation/pending-request.ts'
import { admit } from '../../core/keys/admission.ts'
import type { ConnectionLease, ConnectionRegistry } from '../../http/connection-registry.ts'
import { REQUEST_DEADLINE } from '../../http/exchange.ts'
import { RequestTurn } from '../../http/request-turn.ts'
import { OPERATIONS_PER_SOCKET } from '../documents/limits.ts'
import { checkVariables } from '../documents/variables.ts'
import type { Engine } from '../engine/engine.ts'
import { createContext, type ServerDependencies } from '../foundation/context.ts'
import { type ErrorReport, present, presentResult } from '../foundation/errors.ts'
import { type AdmittedOperation, type FrameSocket, WebSocketOperation } from './operation.ts'

/** A WebSocket as the protocol sees it. */
export interface Connection extends FrameSocket {
  address: string
  /**
   * Credentials of the upgrade request. In the payload of `connection_init`, `authorization` replaces the key and the
   * cookie, and `X-Organization` replaces the organization.
   */
  credentials: { authorization: string | null; cookie: string | null; organization: string | null }
  /** Null until `connection_init` has been accepted. */
  lease: ConnectionLease | null
  /** Running operations. Their queues are drained when the client has received enough of the sent data. */
  operations: Set<WebSocketOperation>
  send(text: string): void
  close(code: number, reason: string): void
  isOpen(): boolean
}

type ConnectionContext = Context<Record<string, unknown>, Connection>

/** Dependencies shared by all WebSockets of a process. */
export interface WebSocketDependencies {
  dependencies: ServerDependencies
  engine: Engine
  connections: ConnectionRegistry
}

/**
 * Close code 4429. The protocol defines it for a second `connection_init`; this server also uses it for too many
 * connections and for too many failed attempts.
 */
const TOO_MANY_REQUESTS = CloseCode.TooManyInitialisationRequests

/** Close code 1013, "try again later" in the IANA registry. Clients of the protocol reconnect after it. */
const TRY_AGAIN_LATER = 1013

/**
 * Creates the server side of the protocol graphql-transport-ws. `connection_init` requires a valid key or session.
 * Operations have the same rate limit, operation limits and execution as over HTTP.
 */
export function createProtocol(shared: WebSocketDependencies): Server<Connection> {
  const { executions } = shared.engine
  return makeServer<Record<string, unknown>, Connection>({
    onConnect: (context) => connect(context, shared),
    onSubscribe: (context, id, payload) => startOperation(context, id, payload, shared),
    execute: async ({ contextValue }) => {
      const started = startedOperation(contextValue)
      const result = await started.execute()
      return started.cancelled ? never() : result
    },
    subscribe: ({ contextValue }) => startedOperation(contextValue).subscribe(executions),
    onNext: ({ subscriptions }, id, _payload, _args, result) =>
      presentResult(result, startedOperation(subscriptions[id]).report),
    onError: ({ subscriptions }, id, _payload, errors) => {
      const { report } = startedOperation(subscriptions[id])
      return errors.map((error) => present(error, report))
    },
    onDisconnect: ({ extra }) => extra.lease?.release(),
  })
}

/**
 * Authenticates a connection.
 * @returns false if the connection is rejected; graphql-ws then closes it with 4403 unless it is already closed
 */
async function connect(
  { connectionParams, extra: connection }: ConnectionContext,
  { dependencies: { gate }, connections }: WebSocketDependencies,
): Promise<boolean> {
  const authorization = payloadText(connectionParams, 'authorization')
  const organization = payloadText(connectionParams, 'x-organization')
  connection.credentials = {
    ...connection.credentials,
    ...(authorization !== null && { authorization, cookie: null }),
    ...(organization !== null && { organization }),
  }
  try {
    const actor = await gate.authenticator.authenticateRequest(connection.credentials)
    if (!connection.isOpen()) return false
    connection.lease = connections.open(actor, () => connection.close(CloseCode.Forbidden, 'Forbidden'))
    return true
  } catch (error) {
    const expected = expectedError(error)
    if (!expected) throw error
    if (expected.code === 'SERVICE_UNAVAILABLE') connection.close(TRY_AGAIN_LATER, 'Service unavailable')
    else if (expected.code === 'RATE_LIMITED') connection.close(TOO_MANY_REQUESTS, 'Too many connections')
    else {
      // Attempts without a valid key count toward the rate limit of the client's address. Valid keys are counted per
      // operation.
      const { refusal } = await admit(gate, { ...connection.credentials, address: connection.address })
      if (refusal?.code === 'RATE_LIMITED') connection.close(TOO_MANY_REQUESTS, 'Too many requests')
      else if (expected.code === 'FORBIDDEN') connection.close(CloseCode.Forbidden, expected.message)
    }
    return false
  }
}

async function startOperation(
  { extra: connection, subscriptions }: ConnectionContext,
  id: string,
  payload: SubscribePayload,
  shared: WebSocketDependencies,
): Promise<ExecutionArgs | readonly GraphQLError[]> {
  const hasRoom = Object.keys(subscriptions).length <= OPERATIONS_PER_SOCKET
  const report: ErrorReport = { requestId: newId(), logger: shared.dependencies.services.deps.logger }
  const started = new WebSocketOperation(id, connection, report)
  // Set before the first await, so that a `complete` message of the client can find and cancel the operation.
  subscriptions[id] = started
  const isConnected = () => connection.isOpen() && !started.cancelled
  const { authenticator, turns } = shared.dependencies.gate
  const { address, credentials } = connection
  const caller = authenticator.knownCaller(credentials) ?? `address:${address}`
  const turn = new RequestTurn(turns, { caller, priority: 'interactive', isConnected })
  try {
    const request: PendingRequest = {
      get connected() {
        return isConnected()
      },
      deadline: performance.now() + REQUEST_DEADLINE,
      address,
      turn,
    }
    const admitted = await admitOperation(connection, payload, { shared, report, hasRoom, request })
    if (started.cancelled) return await never()
    if (!('operation' in admitted)) return admitted
    // Subscriptions mostly wait, and many clients do not repeat a refused one.
    if (admitted.operation.type !== 'subscription') await turn.take()
    if (started.cancelled) return await never()
    const { lease } = connection
    lease?.startOperation()
    connection.operations.add(started)
    return started.admit(admitted, () => {
      turn.end()
      connection.operations.delete(started)
      lease?.endOperation()
    })
  } catch (error) {
    turn.end()
    if (started.cancelled) return await never()
    return [new GraphQLError('refused', { originalError: error as Error })]
  }
}

interface Admission {
  shared: WebSocketDependencies
  report: ErrorReport
  hasRoom: boolean
  request: PendingRequest
}

/**
 * Authenticates and validates an operation.
 * @throws {AppError} UNAUTHORIZED, RATE_LIMITED; BAD_REQUEST for too many concurrent operations and for invalid
 * variables
 */
async function admitOperation(
  connection: Connection,
  payload: SubscribePayload,
  { shared, report, hasRoom, request }: Admission,
): Promise<AdmittedOperation | readonly GraphQLError[]> {
  const { services, gate } = shared.dependencies
  const { address, credentials } = connection
  const { actor, refusal } = await admit(gate, { ...credentials, address })
  if (refusal?.code === 'UNAUTHORIZED') {
    // Close the socket after the error was sent, because its other operations use the same invalid key.
    setImmediate(() => connection.close(CloseCode.Forbidden, 'Forbidden'))
  }
  if (refusal) throw refusal
  if (!actor) throw new Error('admit() returned neither an actor nor a refusal')
  if (!hasRoom) {
    throw new AppError(
      'BAD_REQUEST',
      `A socket can have at most ${OPERATIONS_PER_SOCKET} concurrent operations.`,
    )
  }
  const { documents, named } = shared.engine
  const operation = documents.operation(named.textOf(payload) ?? '', payload.operationName)
  if (!('execute' in operation)) return operation
  const variables = checkVariables(payload.variables)
  const refused = operation.refusal(variables)
  if (refused) return refused.errors ?? []
  const { requestId } = report
  const writes = operation.type === 'mutation'
  const context = () => createContext(services, { actor, requestId, request, writes })
  return { operation, variables, context }
}

function startedOperation(value: unknown): WebSocketOperation {
  if (value instanceof WebSocketOperation) return value
  throw new Error('the operation was not started by this protocol')
}

/**
 * Returns a promise that never settles. It stops graphql-ws from handling a canceled operation under an id that the
 * client may already use for another operation. The promise is not referenced anywhere, so it is garbage collected.
 */
function never(): Promise<never> {
  return new Promise(() => {})
}

/** Returns a string from the payload of `connection_init` by its case-insensitive name; null if it is missing. */
function payloadText(payload: Record<string, unknown> = {}, wanted: string): string | null {
  const value = Object.entries(payload).find(([name]) => name.toLowerCase() === wanted)?.[1]
  return typeof value === 'string' ? value : null
}
