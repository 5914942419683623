import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { badRequest } from './errors.ts'
import { LIMIT_RULES, LIMITS } from './limits.ts'
import { Operation } from './operation.ts'

/** A document that was looked at before: its operations by name, or what is wrong with it. */
type Known =
  | { document: DocumentNode; operations: Map<string, Operation> }
  | { errors: readonly GraphQLError[] }

/** What is kept, in characters of documents: read and compiled, one takes some hundred times as many bytes. */
const KEPT_CHARACTERS = 500_000

/** What GraphQL.js says, and nothing more, when comparing fields or following fragments takes it too many steps. */
const GIVEN_UP = 'Validation aborted.'

/** Parses and validates each document once, under the limits that hold on every transport. */
export class Documents {
  readonly #schema: GraphQLSchema
  readonly #known = new LRUCache<string, Known>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (_, text) => text.length + 100,
  })

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  /** The operation of this name, or the only one; else why there is none. */
  operation(text: string, name: string | null | undefined): Operation | readonly GraphQLError[] {
    let known = this.#known.get(text)
    if (!known) {
      known = this.#read(text)
      this.#known.set(text, known)
    }
    if ('errors' in known) return known.errors
    const found = known.operations.get(name ?? '')
    if (found) return found
    const node = getOperationAST(known.document, name)
    if (!node) return [noOperation(name)]
    const operation = new Operation(this.#schema, known.document, node)
    known.operations.set(name ?? '', operation)
    return operation
  }

  #read(text: string): Known {
    try {
      const document = parse(text, { maxTokens: LIMITS.tokens })
      // The limits first: they look at each part once, some of the language's rules at each pair of parts.
      const tooLarge = validate(this.#schema, document, LIMIT_RULES)
      if (tooLarge.length > 0) return { errors: tooLarge }
      const errors = validate(this.#schema, document, specifiedRules).map(explained)
      return errors.length > 0 ? { errors } : { document, operations: new Map() }
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error] }
      throw error
    }
  }
}

function explained(error: GraphQLError): GraphQLError {
  if (error.message !== GIVEN_UP) return error
  return badRequest('The document has too many fields and fragments of the same names to compare them all.')
}

function noOperation(name: string | null | undefined): GraphQLError {
  return badRequest(
    name
      ? `The document has no operation called "${name}".`
      : 'operationName must say which operation of the document is meant.',
  )
}
