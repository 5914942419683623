import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from '../core/errors.ts'

/**
 * The part of a request that says which document to execute: its text, or its hash in `extensions.persistedQuery`, as in Apollo's
 * protocol "automatic persisted queries".
 */
interface DocumentReference {
  query?: string | null | undefined
  extensions?: Readonly<Record<string, unknown>> | null | undefined
}

/** Finds the documents that requests name. */
export interface NamedDocuments {
  /**
   * The text of the document of a request; null when the request has neither a text nor a hash.
   * @throws {AppError} BAD_REQUEST when the hash is unknown or wrong, or the document may not be executed
   */
  textOf(reference: DocumentReference): string | null
}

/** The documents listed by the operator, by the hash that clients send instead of the text. No others are executed. */
export class TrustedDocuments implements NamedDocuments {
  readonly #textOf: ReadonlyMap<string, string>
  readonly #texts: ReadonlySet<string>

  constructor(documents: ReadonlyMap<string, string>) {
    this.#textOf = documents
    this.#texts = new Set(documents.values())
  }

  textOf({ query, extensions }: DocumentReference): string {
    // graphql-transport-ws requires `query`: clients that send a hash leave it empty.
    if (query) {
      if (this.#texts.has(query)) return query
      throw badRequest('Only listed operations are executed; this one is not listed.')
    }
    const hash = hashIn(extensions)
    if (hash === null)
      throw badRequest('Only listed operations are executed: name one by extensions.persistedQuery.')
    const text = this.#textOf.get(hash)
    if (text === undefined)
      throw badRequest('No operation with this hash is listed (PersistedQueryNotFound).')
    return text
  }
}

/** Size of the texts that are kept, in characters. */
const REGISTERED_CHARACTERS = 5_000_000

/** Any document, by its text; or by its SHA-256, once a client has sent the two together. Those used last are kept. */
export class RegisteredDocuments implements NamedDocuments {
  readonly #textOf = new LRUCache<string, string>({
    maxSize: REGISTERED_CHARACTERS,
    sizeCalculation: (text, hash) => text.length + hash.length,
  })

  textOf({ query, extensions }: DocumentReference): string | null {
    const hash = hashIn(extensions)?.toLowerCase()
    if (hash === undefined) return query ?? null
    const registered = this.#textOf.get(hash)
    if (!query) {
      // Clients of the protocol recognize this message, and send the text with the hash.
      if (registered === undefined) throw badRequest('PersistedQueryNotFound')
      return registered
    }
    if (registered === query) return query
    if (createHash('sha256').update(query).digest('hex') !== hash)
      throw badRequest('extensions.persistedQuery.sha256Hash is not the SHA-256 of the query in hexadecimal.')
    this.#textOf.set(hash, query)
    return query
  }
}

/** Null when a request names no document by a hash. */
function hashIn(extensions: DocumentReference['extensions']): string | null {
  const persisted = extensions?.persistedQuery
  if (persisted === undefined || persisted === null) return null
  if (typeof persisted === 'object' && 'sha256Hash' in persisted && typeof persisted.sha256Hash === 'string')
    return persisted.sha256Hash
  throw badRequest('extensions.persistedQuery must be an object with a sha256Hash, a text.')
}

function badRequest(message: string): AppError {
  return new AppError('BAD_REQUEST', message)
}
