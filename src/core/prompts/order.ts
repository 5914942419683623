import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { isUuid } from '../foundation/ids.ts'

/** Sort orders of a list of prompts. */
export const PROMPT_ORDERS = {
  created_at_asc: 'Oldest first.',
  created_at_desc: 'Newest first.',
  text_asc: 'By the first 200 characters of the text, case-insensitively.',
  mention_rate_asc: 'Lowest mention rate of the brand first.',
  mention_rate_desc: 'Highest mention rate of the brand first.',
  average_position_asc: 'Best average position of the brand first.',
  average_position_desc: 'Worst average position of the brand first.',
  sentiment_asc: 'Most negative sentiment toward the brand first.',
  sentiment_desc: 'Most positive sentiment toward the brand first.',
  lost_answers_desc:
    'Most lost answers first. A lost answer names at least two competitors, but not the brand.',
} as const satisfies Enumeration

export type PromptOrder = keyof typeof PROMPT_ORDERS
/** An order with its own sort key, unlike the orders by creation. Prompts with equal keys are ordered by creation. */
export type KeyedPromptOrder = Exclude<PromptOrder, 'created_at_asc' | 'created_at_desc'>

/** Returns whether an order has its own sort key. */
export function isKeyed(order: PromptOrder): order is KeyedPromptOrder {
  return order !== 'created_at_asc' && order !== 'created_at_desc'
}

/**
 * Returns the SQL expression that sorts a `prompt p` in ascending order, and its SQL type. `m` is the prompt's row of
 * metrics, or null.
 */
export function sortKeyOf(order: KeyedPromptOrder): { sql: string; type: 'text' | 'float8' } {
  switch (order) {
    case 'text_asc':
      return { sql: 'left(lower(p.text), 200) COLLATE "C"', type: 'text' }
    case 'mention_rate_asc':
      return figure(MENTION_RATE)
    case 'mention_rate_desc':
      return figure(`-${MENTION_RATE}`)
    case 'average_position_asc':
      return figure('m.average_position')
    case 'average_position_desc':
      return figure('-m.average_position')
    case 'sentiment_asc':
      return figure('m.sentiment')
    case 'sentiment_desc':
      return figure('-m.sentiment')
    case 'lost_answers_desc':
      return figure('-m.lost::float8')
  }
}

const MENTION_RATE = '(m.named::float8 / nullif(m.answers, 0))'

/** Sorts prompts without a value last. */
function figure(sql: string) {
  return { sql: `coalesce(${sql}, 'Infinity')`, type: 'float8' as const }
}

/** Position in a list with a keyed order. */
export interface PromptPosition {
  id: string
  /**
   * Run that provides the metrics. All pages of a list use the same run, even if another run ends meanwhile. Null if
   * there was no run yet.
   */
  runId: string | null
  sortKey: string | number
}

const NUMBER = /^-?(\d+(\.\d+)?(e-?\d+)?|Infinity)$/

/** Serializes a position for a cursor. */
export function promptKey({ id, runId, sortKey }: PromptPosition): string {
  return `${id}~${runId ?? ''}~${sortKey}`
}

/** Parses a position that {@link promptKey} serialized for this order. Returns null for any other text. */
export function promptPosition(order: KeyedPromptOrder, text: string): PromptPosition | null {
  const [id = '', runId = '', ...rest] = text.split('~')
  const sortKey = rest.join('~')
  const isKey = sortKeyOf(order).type === 'text' ? !text.includes('\0') : NUMBER.test(sortKey)
  const isPosition = rest.length > 0 && isUuid(id) && (runId === '' || isUuid(runId)) && isKey
  return isPosition ? { id, runId: runId || null, sortKey } : null
}
