import {
  BREAK,
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
  visit,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import type { GraphqlContext } from './context.ts'
import { badRequest } from './errors.ts'
import { variableErrors } from './input-errors.ts'
import { LIMITS } from './limits.ts'
import { costOf } from './selections/cost.ts'
import { foldSelections, fragmentsOf } from './selections/fold-selections.ts'
import { isImmutable } from './selections/is-immutable.ts'
import { compiledSize } from './selections/measures.ts'
import type { Variables } from './variables.ts'

/** Compiling takes milliseconds, which pays off only for operations that are executed repeatedly. */
const USES_BEFORE_COMPILING = 3

/** Largest operation that is compiled, as `compiledSize`: one five times as large would block the event loop for 100 ms. */
const COMPILED_FIELDS = 500

let count = 0

/** One operation of a valid document. Kept over requests, with what is computed once for all of them. */
export class Operation {
  /** Identifies the operation within this process, in the keys of caches. */
  readonly id: number
  readonly type: OperationDefinitionNode['operation']
  /** Whether its answer stays the same once the batches that it reads have ended; false for mutations and subscriptions. */
  readonly immutable: boolean
  readonly #schema: GraphQLSchema
  readonly #document: DocumentNode
  readonly #name: string | undefined
  readonly #variables: readonly VariableDefinitionNode[]
  #uses = 0
  /** Null when graphql-jit cannot compile the operation or it is too large; undefined until that has been tried. */
  #compiled: CompiledQuery | null | undefined
  /** Computes the cost from the variables. */
  readonly #costWith: (variables: Variables) => number

  constructor(schema: GraphQLSchema, document: DocumentNode, node: OperationDefinitionNode) {
    count += 1
    this.id = count
    this.#schema = schema
    this.#document = document
    this.#name = node.name?.value
    this.#variables = node.variableDefinitions ?? []
    this.type = node.operation
    this.immutable = node.operation === 'query' && isImmutable(schema, document, node)
    this.#costWith = costOf({ schema, document, operationName: this.#name })
    const sizeOf = foldSelections(compiledSize, { fragmentNamed: fragmentsOf(document) })
    if (sizeOf(node.selectionSet) > COMPILED_FIELDS) this.#compiled = null
  }

  /** The arguments for `execute` and `subscribe` of GraphQL.js. */
  argumentsFor(variables: Variables, contextValue: GraphqlContext) {
    return {
      schema: this.#schema,
      document: this.#document,
      operationName: this.#name,
      variableValues: variables,
      contextValue,
    }
  }

  /** The errors for variables of a wrong type, or for an operation that costs too much with them; null if it may be executed. */
  refusal(variables: Variables): ExecutionResult | null {
    const errors = variableErrors(this.#schema, this.#variables, variables)
    if (errors.length > 0) return { errors }
    const cost = this.#costWith(variables)
    if (cost <= LIMITS.cost) return null
    const message = `The operation costs ${cost}; at most ${LIMITS.cost} is accepted. Ask for smaller pages, or for less of each item.`
    return { errors: [badRequest(message)] }
  }

  /**
   * Executes a query or a mutation, unless it is refused. Errors are always those of GraphQL.js, which words and places some of
   * them differently than graphql-jit: a compiled query that fails is executed again. What its loaders have read they keep.
   */
  async execute(variables: Variables, context: GraphqlContext): Promise<ExecutionResult> {
    const refused = this.refusal(variables)
    if (refused) return refused
    const result = await this.#compiledQuery()?.query(undefined, context, variables)
    return result && !result.errors ? result : execute(this.argumentsFor(variables, context))
  }

  /** Queries only: mutation fields must run one after the other, which is tested for GraphQL.js but not for graphql-jit. */
  #compiledQuery(): CompiledQuery | null {
    if (this.#compiled !== undefined) return this.#compiled
    if (this.type !== 'query' || hasConditions(this.#document)) return null
    this.#uses += 1
    if (this.#uses < USES_BEFORE_COMPILING) return null
    try {
      const compiled = compileQuery(this.#schema, this.#document, this.#name)
      this.#compiled = isCompiledQuery(compiled) ? compiled : null
    } catch {
      this.#compiled = null
    }
    return this.#compiled
  }
}

/** Whether a document has directives such as `@skip`: graphql-jit merges repeated fields with different conditions wrongly. */
function hasConditions(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    Directive: () => {
      found = true
      return BREAK
    },
  })
  return found
}
