import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { literalErrors } from '../documents/input-errors.ts'
import { LIMIT_RULES, LIMITS } from '../documents/limits.ts'
import { limitExceeded } from '../foundation/errors.ts'
import { Operation } from './operation.ts'

/** A parsed document, its validation errors, and its operations that were executed before, by name. */
interface ParsedDocument {
  document: DocumentNode
  errors: readonly GraphQLError[]
  operations: Map<string, Operation>
}

/**
 * Size of the cache, in characters of document text. A parsed and compiled document takes about 100 bytes per
 * character.
 */
const CACHED_CHARACTERS = 500_000

/** Matches the GraphQL.js message for a document with too many tokens. */
const TOO_MANY_TOKENS = /^Syntax Error: Document contains more/

/** GraphQL.js message if comparing fields or following fragments takes too many steps. */
const VALIDATION_ABORTED = 'Validation aborted.'

/** Parses and validates documents within the limits of all transports. Caches them by their text. */
export class Documents {
  readonly #schema: GraphQLSchema
  readonly #byText = new LRUCache<string, ParsedDocument | GraphQLError>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: (_, text) => text.length + 100,
  })
  readonly #byDocument = new WeakMap<DocumentNode, ParsedDocument>()

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  /**
   * Parses a text, or returns the cached document.
   * @throws {GraphQLError} for a syntax error or too many tokens
   */
  parse(text: string): DocumentNode {
    let parsed = this.#byText.get(text)
    if (!parsed) {
      parsed = this.#read(text)
      this.#byText.set(text, parsed)
    }
    if (parsed instanceof GraphQLError) throw parsed
    return parsed.document
  }

  /** Returns the validation errors of a document from `parse`. */
  errorsOf(document: DocumentNode): readonly GraphQLError[] {
    return this.#parsed(document).errors
  }

  /**
   * Returns an operation of a valid document from `parse`, by name; without a name, the only operation.
   * @throws {GraphQLError} if there is no such operation, or if the name is missing and there are several
   */
  operationOf(document: DocumentNode, name: string | null | undefined): Operation {
    const { operations } = this.#parsed(document)
    const cached = operations.get(name ?? '')
    if (cached) return cached
    const node = requireOperation(document, name)
    const operation = new Operation(this.#schema, document, node)
    operations.set(name ?? '', operation)
    return operation
  }

  /**
   * Returns an operation that `operationOf` has returned before, which implies that its document is valid; otherwise
   * null.
   */
  known(text: string, name: string | null | undefined): Operation | null {
    const parsed = this.#byText.get(text)
    return parsed && 'operations' in parsed ? (parsed.operations.get(name ?? '') ?? null) : null
  }

  /**
   * Returns an operation of a text by name (without a name, the only operation), or the errors that prevent its
   * execution.
   */
  operation(text: string, name: string | null | undefined): Operation | readonly GraphQLError[] {
    try {
      const document = this.parse(text)
      const errors = this.errorsOf(document)
      return errors.length > 0 ? errors : this.operationOf(document, name)
    } catch (error) {
      if (error instanceof GraphQLError) return [error]
      throw error
    }
  }

  #parsed(document: DocumentNode): ParsedDocument {
    const parsed = this.#byDocument.get(document)
    if (!parsed) throw new Error('the document was not returned by Documents.parse')
    return parsed
  }

  #read(text: string): ParsedDocument | GraphQLError {
    try {
      const document = parse(text, { maxTokens: LIMITS.tokens })
      const parsed = { document, errors: this.#validate(document), operations: new Map() }
      this.#byDocument.set(document, parsed)
      return parsed
    } catch (error) {
      if (error instanceof GraphQLError) return TOO_MANY_TOKENS.test(error.message) ? tooManyTokens() : error
      throw error
    }
  }

  #validate(document: DocumentNode): readonly GraphQLError[] {
    // Check the limits first: they take linear time, while some specified rules compare every pair of fields.
    const tooLarge = validate(this.#schema, document, LIMIT_RULES)
    return tooLarge.length > 0
      ? tooLarge
      : literalErrors(document, validate(this.#schema, document, specifiedRules).map(explained))
  }
}

function tooManyTokens(): GraphQLError {
  return limitExceeded(`The document has more than ${LIMITS.tokens} tokens.`)
}

function explained(error: GraphQLError): GraphQLError {
  if (error.message !== VALIDATION_ABORTED) return error
  return limitExceeded('The document has too many fields and fragments with the same names.')
}

/**
 * Returns the operation with this name; without a name, the only operation.
 * @throws {GraphQLError} if there is none, or if the name is missing and there are several
 */
export function requireOperation(
  document: DocumentNode,
  name: string | null | undefined,
): OperationDefinitionNode {
  const operation = getOperationAST(document, name)
  if (operation) return operation
  const message = name
    ? `The document has no operation called "${name}".`
    : 'operationName must say which operation of the document to execute.'
  // Status 400 in both media types, because the parameter is invalid rather than the document.
  throw new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } })
}
