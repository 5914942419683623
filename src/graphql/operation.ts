import {
  BREAK,
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  type OperationDefinitionNode,
  visit,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import type { GraphqlContext } from './context.ts'
import { costOf } from './cost.ts'
import { badRequest } from './errors.ts'
import { isFrozen } from './frozen.ts'
import { LIMITS } from './limits.ts'
import { writtenSize } from './written-size.ts'

/** Values of the variables, as the client sent them. */
export type Variables = Readonly<Record<string, unknown>>

/** Compiling takes milliseconds: only for what comes again. */
const USES_BEFORE_COMPILING = 3

/** What is compiled at most, in fields written out: five times as much takes a tenth of a second, in which nothing else is done. */
const COMPILED_FIELDS = 500

let count = 0

/** One operation of a valid document, kept over requests. */
export class Operation {
  /** Its name within this process, for caches. */
  readonly id: number
  readonly type: OperationDefinitionNode['operation']
  /** Whether all it asks for is of ended batches, when those it finds have ended. */
  readonly frozen: boolean
  readonly #schema: GraphQLSchema
  readonly #document: DocumentNode
  readonly #name: string | undefined
  #uses = 0
  /** Null for what graphql-jit cannot do, or not in good time. */
  #compiled: CompiledQuery | null | undefined
  /** Undefined while unknown, null when it depends on the variables. */
  #cost: number | null | undefined

  constructor(schema: GraphQLSchema, document: DocumentNode, node: OperationDefinitionNode) {
    count += 1
    this.id = count
    this.#schema = schema
    this.#document = document
    this.#name = node.name?.value
    this.type = node.operation
    this.frozen = node.operation === 'query' && isFrozen(schema, document, node)
    if (writtenSize(document, node) > COMPILED_FIELDS) this.#compiled = null
  }

  /** What `execute` and `subscribe` of graphql-js take. */
  argumentsFor(variables: Variables, contextValue: GraphqlContext) {
    return {
      schema: this.#schema,
      document: this.#document,
      operationName: this.#name,
      variableValues: variables,
      contextValue,
    }
  }

  /** Refuses what costs too much (contract §6). */
  refusal(variables: Variables): ExecutionResult | null {
    const cost = this.#costWith(variables)
    if (cost <= LIMITS.cost) return null
    const message = `The operation costs ${cost}; at most ${LIMITS.cost} is accepted. Ask for smaller pages, or for less of each item.`
    return { errors: [badRequest(message)] }
  }

  /** Carries out a query or a mutation. */
  execute(variables: Variables, context: GraphqlContext): Promise<ExecutionResult> | ExecutionResult {
    const refused = this.refusal(variables)
    if (refused) return refused
    const compiled = this.#compiledQuery()
    if (compiled) return compiled.query(undefined, context, variables)
    return execute(this.argumentsFor(variables, context))
  }

  /** Only queries: whether mutations run one after the other is not worth finding out twice. */
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

  #costWith(variables: Variables): number {
    if (typeof this.#cost === 'number') return this.#cost
    const { cost, usesVariables } = costOf({
      schema: this.#schema,
      document: this.#document,
      operationName: this.#name,
      variableValues: variables,
    })
    if (this.#cost === undefined) this.#cost = usesVariables ? null : cost
    return cost
  }
}

/** Whether parts are left out on conditions: where one field is asked for twice, graphql-jit gets that wrong. */
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
