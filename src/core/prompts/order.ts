import type { Enumeration } from '../../definitions/enumeration.ts'
import { isUuid } from '../ids.ts'

/** The orders of a list of prompts. */
export const PROMPT_ORDERS = {
  created_at_asc: 'In the order of their creation.',
  created_at_desc: 'The newest first.',
  text_asc: 'By the first 200 characters of their text, in any case.',
  mention_rate_asc: 'Those whose answers name the brand least often first.',
  mention_rate_desc: 'Those whose answers name the brand most often first.',
  average_position_asc: 'Those whose answers name the brand before others first.',
  average_position_desc: 'Those whose answers name the brand after others first.',
  sentiment_asc: 'Those whose answers speak least in favour of the brand first.',
  sentiment_desc: 'Those whose answers speak most in favour of the brand first.',
  lost_answers_desc:
    'Those with the most answers first that name at least two competitors and not the brand.',
} as const satisfies Enumeration

export type PromptOrder = keyof typeof PROMPT_ORDERS
/** An order by a key of its own; prompts with equal keys are in the order of their creation. */
export type KeyedPromptOrder = Exclude<PromptOrder, 'created_at_asc' | 'created_at_desc'>

/** Whether an order has a key of its own. */
export function isKeyed(order: PromptOrder): order is KeyedPromptOrder {
  return order !== 'created_at_asc' && order !== 'created_at_desc'
}

/** The SQL of what a `prompt p` with the figures `m` (null without any) is sorted by, ascending, and its type. */
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

/** Prompts without the figure come last. */
function figure(sql: string) {
  return { sql: `coalesce(${sql}, 'Infinity')`, type: 'float8' as const }
}

/** A place in a list with a keyed order. */
export interface PromptPosition {
  id: string
  /** The run that the figures are of: the pages of a list stay with it when another run ends. Null before there was one. */
  runId: string | null
  sortKey: string | number
}

const NUMBER = /^-?(\d+(\.\d+)?(e-?\d+)?|Infinity)$/

/** A position as the text of a cursor. */
export function promptKey({ id, runId, sortKey }: PromptPosition): string {
  return `${id}~${runId ?? ''}~${sortKey}`
}

/** The position that {@link promptKey} wrote for this order; null for other text. */
export function promptPosition(order: KeyedPromptOrder, text: string): PromptPosition | null {
  const [id = '', runId = '', ...rest] = text.split('~')
  const sortKey = rest.join('~')
  const isKey = sortKeyOf(order).type === 'text' ? !text.includes('\0') : NUMBER.test(sortKey)
  const isPosition = rest.length > 0 && isUuid(id) && (runId === '' || isUuid(runId)) && isKey
  return isPosition ? { id, runId: runId || null, sortKey } : null
}
