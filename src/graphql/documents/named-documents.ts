import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../core/foundation/errors.ts'

/**
 * Part of a request that identifies the document: its text, or its hash in `extensions.persistedQuery` (Apollo's
 * protocol for automatic persisted queries).
 */
interface DocumentReference {
  query?: string | null | undefined
  extensions?: Readonly<Record<string, unknown>> | null | undefined
}

/** Resolves the documents of requests. */
export interface NamedDocuments {
  /**
   * Returns the text of a request's document; null if the request has neither a text nor a hash.
   * @throws {AppError} BAD_REQUEST if the hash is unknown or wrong, or the document may not be executed
   */
  textOf(reference: DocumentReference): string | null
}

/** Only executes documents from the operator's list. Clients can send the hash instead of the text. */
export class TrustedDocuments implements NamedDocuments {
  readonly #textOf: ReadonlyMap<string, string>
  readonly #texts: ReadonlySet<string>

  constructor(documents: ReadonlyMap<string, string>) {
    this.#textOf = documents
    this.#texts = new Set(documents.values())
  }

  textOf({ query, extensions }: DocumentReference): string {
    // graphql-transport-ws requires `query`, so clients that send a hash leave it empty.
    if (query) {
      if (this.#texts.has(query)) return query
      throw badRequest('Only listed operations are allowed; this operation is not listed.')
    }
    const hash = hashIn(extensions)
    if (hash === null)
      throw badRequest(
        'Only listed operations are allowed: send the hash of one in extensions.persistedQuery.',
      )
    const text = this.#textOf.get(hash)
    if (text === undefined)
      throw badRequest('No operation with this hash is listed (PersistedQueryNotFound).')
    return text
  }
}

/** Size of the cache of texts, in characters. */
const REGISTERED_CHARACTERS = 5_000_000

/**
 * Executes any document. Clients can send only the SHA-256 hash after they have once sent it together with the text.
 * The least recently used documents are evicted.
 */
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
      // Clients of the protocol recognize this message and then send the text along with the hash.
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

/** Returns the document hash of a request; null if it has none. */
function hashIn(extensions: DocumentReference['extensions']): string | null {
  const persisted = extensions?.persistedQuery
  if (persisted === undefined || persisted === null) return null
  if (typeof persisted === 'object' && 'sha256Hash' in persisted && typeof persisted.sha256Hash === 'string')
    return persisted.sha256Hash
  throw badRequest('extensions.persistedQuery must be an object with the string sha256Hash.')
}

function badRequest(message: string): AppError {
  return new AppError('BAD_REQUEST', message)
}
