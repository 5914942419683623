import { type ExecutionArgs, GraphQLError } from 'graphql'
import { CloseCode, type Context, makeServer, type Server, type SubscribePayload } from 'graphql-ws'
import type { Actor } from '../core/actor.ts'
import { admit } from '../core/admission.ts'
import { AppError } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { createContext, type Surroundings } from './context.ts'
import { presentPlain } from './errors.ts'
import type { Engine } from './yoga.ts'

/** What is kept of a socket between its messages. */
interface SocketState {
  address: string
  /** From the upgrade request; replaced by what connection_init brings. */
  authorization: string | null
  close(code: number, reason: string): void
  /** The operations under way, by the client's names for them. */
  requestIds: Map<string, string>
}

/** graphql-transport-ws for one process. */
export type Protocol = Server<SocketState>

type Socket = Context<Record<string, unknown> | undefined, SocketState>

/** Operations of one socket at a time. */
const LARGEST_CROWD = 100

const TOO_MANY_REQUESTS = 4429

/**
 * The rules of a socket: a good key at connection_init, and for each operation what holds for a request over HTTP.
 * Parsing, limits, validation and execution are the engine's.
 */
export function createProtocol(surroundings: Surroundings, engine: Engine): Protocol {
  const { logger } = surroundings.services.deps
  const { execute, subscribe } = engine.getEnveloped()
  const report = ({ extra }: Socket, operation: string) => ({
    requestId: extra.requestIds.get(operation) ?? newId(),
    logger,
  })
  const forget = ({ extra }: Socket, operation: string) => {
    extra.requestIds.delete(operation)
  }
  return makeServer<Record<string, unknown> | undefined, SocketState>({
    execute,
    subscribe,
    onConnect: (socket) => connect(surroundings, socket),
    onSubscribe: async (socket, operation, payload) => {
      const requestId = newId()
      socket.extra.requestIds.set(operation, requestId)
      try {
        const actor = await admitOperation(surroundings, socket)
        const { authorization } = socket.extra
        return await prepare(surroundings, engine, payload, { actor, authorization, requestId })
      } catch (error) {
        return [asGraphQLError(error)]
      }
    },
    onNext: (socket, operation, _payload, _args, { errors, ...result }) => ({
      ...result,
      ...(errors && {
        errors: errors.map((error) => presentPlain(error, report(socket, operation)).toJSON()),
      }),
    }),
    onError: (socket, operation, _payload, errors) => {
      const shown = errors.map((error) => presentPlain(error, report(socket, operation)).toJSON())
      forget(socket, operation)
      return shown
    },
    onComplete: forget,
  })
}

/** @returns false, which closes the socket with 4403, without a good key */
async function connect({ door }: Surroundings, { extra, connectionParams }: Socket): Promise<boolean> {
  extra.authorization = authorizationOf(connectionParams) ?? extra.authorization
  try {
    await door.authenticator.authenticate(extra.authorization)
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // A good key is counted with its operations, a try without one for its address.
    const { refusal } = await admit(door, extra)
    if (refusal?.code === 'RATE_LIMITED') extra.close(TOO_MANY_REQUESTS, 'Too many requests')
    return false
  }
}

function authorizationOf(params: Readonly<Record<string, unknown>> | undefined): string | null {
  const given = Object.entries(params ?? {}).find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  return typeof given === 'string' ? given : null
}

/** @throws {AppError} UNAUTHORIZED, RATE_LIMITED, or BAD_REQUEST for one operation too many */
async function admitOperation({ door }: Surroundings, socket: Socket): Promise<Actor> {
  const { actor, refusal } = await admit(door, socket.extra)
  // Once the error is sent: the key is no good for the operations under way either.
  if (refusal?.code === 'UNAUTHORIZED')
    setImmediate(() => socket.extra.close(CloseCode.Forbidden, 'Forbidden'))
  if (refusal) throw refusal
  if (!actor) throw new Error('admitted without an actor')
  if (Object.keys(socket.subscriptions).length > LARGEST_CROWD) {
    throw new AppError('BAD_REQUEST', `A socket carries at most ${LARGEST_CROWD} operations at a time.`)
  }
  return actor
}

/**
 * Parses and validates through the engine, whose limits hold here as over HTTP.
 * @throws {GraphQLError} when the document cannot be parsed
 */
async function prepare(
  surroundings: Surroundings,
  engine: Engine,
  { query, operationName, variables }: SubscribePayload,
  caller: { actor: Actor; authorization: string | null; requestId: string },
): Promise<ExecutionArgs | readonly GraphQLError[]> {
  const { schema, parse, validate, contextFactory } = engine.getEnveloped(createContext(surroundings, caller))
  const document = parse(query)
  const errors = validate(schema, document)
  if (errors.length > 0) return errors
  return { schema, document, operationName, variableValues: variables, contextValue: await contextFactory() }
}

/** The protocol takes nothing else. What is none of its own is masked where it is shown. */
function asGraphQLError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error
  return new GraphQLError('', { originalError: error instanceof Error ? error : new Error(String(error)) })
}
