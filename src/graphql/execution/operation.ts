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
import { NO_TELEMETRY } from '../../core/foundation/telemetry.ts'
import { costOf } from '../documents/cost.ts'
import { foldSelections, fragmentsOf } from '../documents/fold-selections.ts'
import { variableErrors } from '../documents/input-errors.ts'
import { isImmutable } from '../documents/is-immutable.ts'
import { LIMITS } from '../documents/limits.ts'
import { compiledSize } from '../documents/measures.ts'
import type { Variables } from '../documents/variables.ts'
import type { GraphqlContext } from '../foundation/context.ts'
import { limitExceeded } from '../foundation/errors.ts'

/**
 * Number of uses after which an operation is compiled. Compiling takes milliseconds, which only pays off for repeated
 * operations.
 */
const USES_BEFORE_COMPILING = 3

/**
 * Maximum `compiledSize` of operations that are compiled. Compiling one five times as large would block the event
 * loop for 100 ms.
 */
const COMPILED_FIELDS = 500

let count = 0

/** An operation of a valid document. It is cached across requests, together with everything that is computed once. */
export class Operation {
  /** Unique id within this process, used in cache keys. */
  readonly id: number
  readonly type: OperationDefinitionNode['operation']
  /**
   * Whether its response never changes once the batches that it reads have ended; false for mutations and
   * subscriptions.
   */
  readonly immutable: boolean
  readonly #schema: GraphQLSchema
  readonly #document: DocumentNode
  readonly #name: string | undefined
  readonly #variables: readonly VariableDefinitionNode[]
  #uses = 0
  /** Null if graphql-jit cannot compile the operation or it is too large; undefined until the first attempt. */
  #compiled: CompiledQuery | null | undefined
  /** Returns the cost with these variables: the largest number of objects in the response. */
  readonly costWith: (variables: Variables) => number

  constructor(schema: GraphQLSchema, document: DocumentNode, node: OperationDefinitionNode) {
    count += 1
    this.id = count
    this.#schema = schema
    this.#document = document
    this.#name = node.name?.value
    this.#variables = node.variableDefinitions ?? []
    this.type = node.operation
    this.immutable = node.operation === 'query' && isImmutable(schema, document, node)
    this.costWith = costOf({ schema, document, operationName: this.#name })
    const sizeOf = foldSelections(compiledSize, { fragmentNamed: fragmentsOf(document) })
    if (sizeOf(node.selectionSet) > COMPILED_FIELDS) this.#compiled = null
  }

  /** Returns the arguments for `execute` and `subscribe` of GraphQL.js. */
  argumentsFor(variables: Variables, contextValue: GraphqlContext) {
    return {
      schema: this.#schema,
      document: this.#document,
      operationName: this.#name,
      variableValues: variables,
      contextValue,
    }
  }

  /** Returns the errors for invalid variables or a too expensive operation; null if the operation may be executed. */
  refusal(variables: Variables): ExecutionResult | null {
    const errors = variableErrors(this.#schema, this.#variables, variables)
    if (errors.length > 0) return { errors }
    const cost = this.costWith(variables)
    if (cost <= LIMITS.cost) return null
    const message = `The operation costs ${cost}; at most ${LIMITS.cost} is accepted. Request smaller pages or fewer fields per item.`
    return { errors: [limitExceeded(message)] }
  }

  /**
   * Executes a query or a mutation, unless it is rejected. Errors always come from GraphQL.js, because the messages
   * and locations of graphql-jit differ: a compiled query that fails is executed again. Its DataLoaders still have
   * the data of the first execution.
   */
  async execute(variables: Variables, context: GraphqlContext): Promise<ExecutionResult> {
    const refused = this.refusal(variables)
    if (refused) return refused
    if (this.costWith(variables) > LIMITS.interactiveCost) await context.ctx.request?.turn?.becomeBulk()
    const { telemetry, tracing } = context.ctx.deps
    const operation = this.#name ?? 'anonymous'
    const startedAt = performance.now()
    const result = await tracing.span(`${this.type} ${operation}`, async () => {
      const compiled = await this.#compiledQuery()?.query(undefined, context, variables)
      return compiled && !compiled.errors ? compiled : execute(this.argumentsFor(variables, context))
    })
    const outcome = result.errors ? 'errors' : 'ok'
    telemetry.observe('operation', { operation, outcome }, (performance.now() - startedAt) / 1_000)
    if (telemetry !== NO_TELEMETRY) telemetry.count('operationCost', { operation }, this.costWith(variables))
    return result
  }

  /**
   * Returns the compiled query, if available. Only queries are compiled. Mutation fields must run one after the
   * other, which is tested for GraphQL.js but not for graphql-jit.
   */
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

/**
 * Whether a document has directives such as `@skip`. With these, graphql-jit merges repeated fields that have
 * different conditions incorrectly.
 */
function hasConditions(document: DocumentNode): boolean {
  let hasDirective = false
  visit(document, {
    Directive: () => {
      hasDirective = true
      return BREAK
    },
  })
  return hasDirective
}
