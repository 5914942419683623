import { type ExecutionArgs, parse } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { costOf } from './cost.ts'
import { limitAliases, limitDepth, limitRootFields } from './document-rules.ts'
import { badRequest } from './errors.ts'

/** Largest operation (contract §6). */
const LIMITS = { tokens: 1_000, depth: 12, aliases: 30, rootFields: 10, cost: 5_000 } as const

/** Largest message of a client, in bytes: a body over HTTP, a frame over WebSocket. */
export const LARGEST_MESSAGE = 100_000

/**
 * Refuses operations that are too large: tokens while parsing, depth, aliases and root fields in validation, the cost,
 * which needs the variables, before execution. Hooks of Yoga's envelop, so that they hold on every transport.
 */
export function useLimits(): Plugin {
  const rules = [limitDepth(LIMITS.depth), limitAliases(LIMITS.aliases), limitRootFields(LIMITS.rootFields)]
  return {
    onParse({ setParseFn }) {
      setParseFn((source, options) => parse(source, { ...options, maxTokens: LIMITS.tokens }))
    },
    onValidate({ addValidationRule }) {
      for (const rule of rules) addValidationRule(rule)
    },
    onExecute({ args, setResultAndStopExecution }) {
      const error = tooCostly(args)
      if (error) setResultAndStopExecution({ errors: [error] })
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const error = tooCostly(args)
      if (error) setResultAndStopExecution({ errors: [error] })
    },
  }
}

function tooCostly(args: Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues'>) {
  const cost = costOf(args)
  if (cost <= LIMITS.cost) return null
  return badRequest(
    `The operation costs ${cost}; at most ${LIMITS.cost} is accepted. Ask for smaller pages, or for less of each item.`,
  )
}
