import type { GraphQLError } from 'graphql'
import { BodyCache } from './body-cache.ts'
import type { Surroundings } from './context.ts'
import { Documents } from './documents.ts'
import { Live } from './live/live.ts'
import type { Operation } from './operation.ts'
import { schema } from './schema.ts'

/** What carries out operations, for all transports of a process. */
export interface Engine {
  /** The operation a document holds under this name, or what is wrong with it. */
  operation(text: string, name: string | null | undefined): Operation | readonly GraphQLError[]
  bodies: BodyCache
  live: Live
}

/** One per process. `cacheBytes` bounds the bodies that are kept. */
export function createEngine(surroundings: Surroundings, { cacheBytes }: { cacheBytes: number }): Engine {
  const documents = new Documents(schema)
  return {
    operation: (text, name) => documents.operation(text, name),
    bodies: new BodyCache(surroundings.services, cacheBytes),
    live: new Live(),
  }
}
