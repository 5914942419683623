import { GraphQLError, graphql } from 'graphql'
import { AppError } from '../../src/core/errors.ts'
import { newId } from '../../src/core/ids.ts'
import { createContext } from '../../src/graphql/context.ts'
import { schema } from '../../src/graphql/schema.ts'
import type { World } from '../world.ts'

/** The outcome of an operation; of each error its code, or its message where it has none of ours. */
export interface Told {
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the query's, and `expect` checks it.
  data: any
  codes: string[]
}

/** Asks the graph as a signed-in member, whose session is none of these tests' business. */
export type AskAsMember = (query: string, variables?: Record<string, unknown>) => Promise<Told>

/** A member of an organization. */
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
