import { AnswerCache } from './answer-cache.ts'
import type { ServerDependencies } from './context.ts'
import { Documents } from './documents.ts'
import { SharedExecutions } from './live/shared-executions.ts'
import { type NamedDocuments, RegisteredDocuments, TrustedDocuments } from './named-documents.ts'
import { schema } from './schema.ts'

/** What HTTP and WebSocket execute operations with; one per process. */
export interface Engine {
  documents: Documents
  answers: AnswerCache
  executions: SharedExecutions
  named: NamedDocuments
}

export interface EngineOptions {
  /** Size of the answer cache in bytes; 0 for none. */
  cacheBytes: number
  /** The texts of the only documents that are executed, by hash; any document is when this is missing. */
  persistedOperations?: ReadonlyMap<string, string> | null | undefined
}

/** Creates the engine of a process. */
export function createEngine(
  { services }: ServerDependencies,
  { cacheBytes, persistedOperations }: EngineOptions,
): Engine {
  return {
    documents: new Documents(schema),
    answers: new AnswerCache(services, cacheBytes),
    executions: new SharedExecutions(),
    named: persistedOperations ? new TrustedDocuments(persistedOperations) : new RegisteredDocuments(),
  }
}
