import { oneOf, searchOf, text, texts } from '../../routing/search.ts'

/** The orders of the list; the first one holds without any. */
export const ORDERS = [
  'LOST_ANSWERS_DESC',
  'MENTION_RATE_ASC',
  'MENTION_RATE_DESC',
  'AVERAGE_POSITION_ASC',
  'AVERAGE_POSITION_DESC',
  'SENTIMENT_ASC',
  'SENTIMENT_DESC',
  'TEXT_ASC',
  'CREATED_AT_ASC',
  'CREATED_AT_DESC',
] as const
const ACTIVE = ['yes', 'no'] as const

/** What a link to this page holds: prompts that have one of the tags, in this order. */
export const PROMPTS_SEARCH = searchOf({
  q: text,
  tag: texts,
  provider: text,
  active: oneOf(ACTIVE),
  order: oneOf(ORDERS),
})

/** The filters of the page. */
export type PromptsSearch = ReturnType<typeof PROMPTS_SEARCH>
