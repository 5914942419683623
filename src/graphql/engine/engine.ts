import { type NamedDocuments, RegisteredDocuments, TrustedDocuments } from '../documents/named-documents.ts'
import { AnswerCache } from '../execution/answer-cache.ts'
import { Documents } from '../execution/documents.ts'
import type { ServerDependencies } from '../foundation/context.ts'
import { SharedExecutions } from '../live/shared-executions.ts'
import { schema } from './schema.ts'

/** Shared components that execute operations over HTTP and WebSocket; one per process. */
export interface Engine {
  documents: Documents
  answers: AnswerCache
  executions: SharedExecutions
  named: NamedDocuments
}

export interface EngineOptions {
  /** Size of the response cache in bytes; 0 disables it. */
  cacheBytes: number
  /** Texts of the only allowed documents, by hash. If missing, all documents are allowed. */
  persistedOperations?: ReadonlyMap<string, string> | null | undefined
}

export function createEngine(
  { services }: ServerDependencies,
  { cacheBytes, persistedOperations }: EngineOptions,
): Engine {
  return {
    documents: new Documents(schema),
    answers: new AnswerCache(services, cacheBytes),
    executions: new SharedExecutions(services.deps.telemetry),
    named: persistedOperations ? new TrustedDocuments(persistedOperations) : new RegisteredDocuments(),
  }
}
