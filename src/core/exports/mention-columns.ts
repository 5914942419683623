import { ANSWER_KEYS, columnsFrom } from './column.ts'

/** Columns of `mentions` and `reporting.fact_mention`: a row per completed answer and tracked brand. */
export const MENTION_COLUMNS = columnsFrom({
  ...ANSWER_KEYS,
  entity_id: ['text', 'Tracked brand: "brand" for the brand of the project, or the id of a competitor.'],
  entity_name: ['text', 'Name of the tracked brand at the time of the run.'],
  is_brand: ['boolean', 'Whether it is the brand of the project.'],
  mentioned: ['boolean', 'Whether the answer mentions it.'],
  denied: ['boolean', 'Whether the answer names it only to say that it does not know it.'],
  mention_count: ['integer', 'Number of mentions.'],
  position: ['integer', 'Order of the first mention among all tracked brands, starting at 1.'],
  sentiment: ['text', 'Sentiment: positive, neutral, negative or mixed. Null without a mention.'],
  sentiment_score: ['number', 'Sentiment from -1 to 1. Null without a mention.'],
  recommended: ['boolean', 'Whether the answer recommends it.'],
  strength: [
    'text',
    'Strength of the recommendation: primary, strong, among, mentioned_only or discouraged.',
  ],
  rank: ['integer', 'Rank in the list that answers the prompt, starting at 1.'],
})
