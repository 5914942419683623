/** The part of a request that says which document to execute. */
interface DocumentReference {
  query?: string | null | undefined
  extensions?: Readonly<Record<string, unknown>> | null | undefined
}

/** The documents listed by the operator, by the hash that clients send instead of the text. No others are executed. */
export class TrustedDocuments {
  readonly #textOf: ReadonlyMap<string, string>
  readonly #hashOf: ReadonlyMap<string, string>

  constructor(documents: ReadonlyMap<string, string>) {
    this.#textOf = documents
    this.#hashOf = new Map([...documents].map(([hash, text]) => [text, hash]))
  }

  /** The text of a listed document; null for a hash that is not listed. */
  byHash(hash: string): string | null {
    return this.#textOf.get(hash) ?? null
  }

  /** The hash of a listed document, from its text; null for a text that is not listed. */
  hashOf(text: string): string | null {
    return this.#hashOf.get(text) ?? null
  }

  /** The text of the document that a request sends, or names by its hash; null when it is not listed. */
  textOf({ query, extensions }: DocumentReference): string | null {
    // graphql-transport-ws requires `query`: clients that send a hash leave it empty.
    if (query) return this.#hashOf.has(query) ? query : null
    const persisted = extensions?.persistedQuery
    if (typeof persisted !== 'object' || persisted === null || !('sha256Hash' in persisted)) return null
    return typeof persisted.sha256Hash === 'string' ? this.byHash(persisted.sha256Hash) : null
  }
}
