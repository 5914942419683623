import { oneOf, searchOf, text, texts } from '../../../routing/search.ts'

/** Sort orders of the list. The first one is the default. */
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

/** Search parameters of the page. A prompt matches if it has any of the tags. */
export const PROMPTS_SEARCH = searchOf({
  q: text,
  tag: texts,
  provider: text,
  active: oneOf(ACTIVE),
  order: oneOf(ORDERS),
})

export type PromptsSearch = ReturnType<typeof PROMPTS_SEARCH>
