import { PROMPT_LIMITS } from '../core/prompts/input.ts'
import { limitAliases, limitDepth, limitRepeats, limitRootFields } from './document-rules.ts'

/**
 * Limits of an operation; `repeats` are fields of one response name in one selection set, `tokens` are those of a document,
 * `listItems` those of a list in the variables: the longest list that any field accepts.
 */
export const LIMITS = {
  tokens: 1_000,
  depth: 12,
  aliases: 30,
  rootFields: 10,
  repeats: 50,
  cost: 5_000,
  variableDepth: 20,
  listItems: PROMPT_LIMITS.settings,
} as const

/** Size of the largest message from a client, in bytes: a body over HTTP, a message over WebSocket. */
export const LARGEST_MESSAGE = 100_000

/** Concurrent operations of one WebSocket. */
export const OPERATIONS_PER_SOCKET = 50

/** Validation rules beside the specified ones. The cost depends on the variables and is checked before execution. */
export const LIMIT_RULES = [
  limitDepth(LIMITS.depth),
  limitAliases(LIMITS.aliases),
  limitRootFields(LIMITS.rootFields),
  limitRepeats(LIMITS.repeats),
]
