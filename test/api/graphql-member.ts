import { GraphQLError, graphql } from 'graphql'
import { AppError } from '../../src/core/foundation/errors.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { schema } from '../../src/graphql/engine/schema.ts'
import { createContext } from '../../src/graphql/foundation/context.ts'
import type { World } from '../world.ts'

/** The outcome of an operation, with the code of each AppError and the message of any other error. */
export interface Outcome {
  // biome-ignore lint/suspicious/noExplicitAny: the query determines the shape, and `expect` checks it.
  data: any
  codes: string[]
}

/** Executes an operation as a signed-in member, without HTTP or a session. */
export type AskAsMember = (query: string, variables?: Record<string, unknown>) => Promise<Outcome>

/** Returns a function that executes operations as a member of the organization. */
export function asMember(
  world: World,
  organizationId: string,
  role: 'admin' | 'member' = 'admin',
  userId = newId(),
): AskAsMember {
  const actor = { type: 'member', userId, organizationId, role } as const
  return async (source, variableValues = {}) => {
    const contextValue = createContext(world.application.services, { actor, requestId: newId() })
    const { data, errors = [] } = await graphql({ schema, source, contextValue, variableValues })
    return { data: JSON.parse(JSON.stringify(data ?? null)), codes: errors.map(codeOf) }
  }
}

function codeOf(error: GraphQLError): string {
  const { originalError: cause } = error
  if (cause instanceof AppError) return cause.code
  return cause instanceof GraphQLError ? codeOf(cause) : error.message
}
