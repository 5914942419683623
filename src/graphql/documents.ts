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
import { badRequest } from './errors.ts'
import { literalErrors } from './input-errors.ts'
import { LIMIT_RULES, LIMITS } from './limits.ts'
import { Operation } from './operation.ts'

/** A parsed document, its validation errors, and those of its operations that were executed, by name. */
interface ParsedDocument {
  document: DocumentNode
  errors: readonly GraphQLError[]
  operations: Map<string, Operation>
}

/** Size of the cache, in characters of document text. A parsed and compiled document takes about 100 bytes of memory for each. */
const CACHED_CHARACTERS = 500_000

/** The message of GraphQL.js when a document has more tokens than allowed. */
const TOO_MANY_TOKENS = /^Syntax Error: Document contains more/

/** The message of GraphQL.js when comparing fields or following fragments takes too many steps. */
const VALIDATION_ABORTED = 'Validation aborted.'

/** Parses and validates documents within the limits of all transports, and caches them by their text. */
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
   * The parsed document of a text.
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

  /** The validation errors of a document that `parse` returned. */
  errorsOf(document: DocumentNode): readonly GraphQLError[] {
    return this.#parsed(document).errors
  }

  /**
   * The operation with this name, or the only one, of a document that `parse` returned and that has no errors.
   * @throws {GraphQLError} when there is no such operation, or there are several and no name is given
   */
  operationOf(document: DocumentNode, name: string | null | undefined): Operation {
    const { operations } = this.#parsed(document)
    const known = operations.get(name ?? '')
    if (known) return known
    const node = requireOperation(document, name)
    const operation = new Operation(this.#schema, document, node)
    operations.set(name ?? '', operation)
    return operation
  }

  /** The operation, if `operationOf` has returned it before, so that its document is known to be valid; else null. */
  known(text: string, name: string | null | undefined): Operation | null {
    const parsed = this.#byText.get(text)
    return parsed && 'operations' in parsed ? (parsed.operations.get(name ?? '') ?? null) : null
  }

  /** The operation with this name, or the only one, of a text; or the errors that keep it from being executed. */
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
    // The limits first: they take linear time, while some of the specified rules compare every pair of fields.
    const tooLarge = validate(this.#schema, document, LIMIT_RULES)
    return tooLarge.length > 0
      ? tooLarge
      : literalErrors(document, validate(this.#schema, document, specifiedRules).map(explained))
  }
}

function tooManyTokens(): GraphQLError {
  return badRequest(`The document has more than the ${LIMITS.tokens} tokens that are accepted.`)
}

function explained(error: GraphQLError): GraphQLError {
  if (error.message !== VALIDATION_ABORTED) return error
  return badRequest('The document has too many fields and fragments of the same names to compare them all.')
}

/**
 * The operation of this name, or the only one.
 * @throws {GraphQLError} when there is none, or the name is needed
 */
export function requireOperation(
  document: DocumentNode,
  name: string | null | undefined,
): OperationDefinitionNode {
  const operation = getOperationAST(document, name)
  if (operation) return operation
  const message = name
    ? `The document has no operation called "${name}".`
    : 'operationName must say which operation of the document is meant.'
  // In both media types: it is the parameter that is wrong, not the document.
  throw new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } })
}
