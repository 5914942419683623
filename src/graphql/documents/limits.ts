import { PROMPT_LIMITS } from '../../core/prompts/input.ts'
import { limitAliases, limitDepth, limitRepeats, limitRootFields } from './document-rules.ts'

/**
 * Limits of an operation. `repeats` limits fields with the same response name in one selection set, `tokens` the
 * tokens of a document, and `listItems` the items of a list in the variables: it is the longest list that any field
 * accepts. An operation that costs more than `interactiveCost` has the priority of bulk work.
 */
export const LIMITS = {
  tokens: 1_000,
  depth: 12,
  aliases: 30,
  rootFields: 10,
  repeats: 50,
  cost: 5_000,
  interactiveCost: 1_000,
  variableDepth: 20,
  listItems: PROMPT_LIMITS.settings,
} as const

/** Maximum size of a client message in bytes: a body over HTTP, or a message over WebSocket. */
export const MAX_MESSAGE_BYTES = 100_000

/** Maximum number of concurrent operations per WebSocket. */
export const OPERATIONS_PER_SOCKET = 50

/**
 * Validation rules in addition to the specified ones. The cost depends on the variables, so it is checked before
 * execution.
 */
export const LIMIT_RULES = [
  limitDepth(LIMITS.depth),
  limitAliases(LIMITS.aliases),
  limitRootFields(LIMITS.rootFields),
  limitRepeats(LIMITS.repeats),
]
