import { limitAliases, limitDepth, limitRepeats, limitRootFields } from './document-rules.ts'

/** Largest operation (contract §6). */
export const LIMITS = {
  tokens: 1_000,
  depth: 12,
  aliases: 30,
  rootFields: 10,
  repeats: 50,
  cost: 5_000,
  variableDepth: 20,
} as const

/** Largest message of a client, in bytes: a body over HTTP, a frame over WebSocket. */
export const LARGEST_MESSAGE = 100_000

/** Operations of one socket at a time. */
export const OPERATIONS_PER_SOCKET = 50

/** Sockets and event streams, and operations over all of them, of one key or member at a time and in one process. */
export const CONNECTIONS_PER_CALLER = 10_000
export const OPERATIONS_PER_CALLER = 10_000

/** What validation refuses beside what the language's own rules do; the cost, which needs the variables, comes later. */
export const LIMIT_RULES = [
  limitDepth(LIMITS.depth),
  limitAliases(LIMITS.aliases),
  limitRootFields(LIMITS.rootFields),
  limitRepeats(LIMITS.repeats),
]
