import { ANSWER_KEYS, columnsFrom } from './column.ts'

/** Columns of `corrections` and `reporting.fact_correction`: a row per tracked brand whose labels a person checked. */
export const CORRECTION_COLUMNS = columnsFrom({
  ...ANSWER_KEYS,
  entity_id: ['text', 'Tracked brand: "brand" for the brand of the project, or the id of a competitor.'],
  entity_name: ['text', 'Name of the tracked brand at the time of the run.'],
  aliases: [
    'text',
    'Other names of the tracked brand at the time of the run, separated by a comma and a space.',
  ],
  language: ['text', 'Language of the answer, a BCP 47 primary subtag.'],
  sentiment: ['text', 'Sentiment that the person chose: positive, neutral, negative or mixed.'],
  strength: [
    'text',
    'Strength of the recommendation that the person chose: primary, strong, among, mentioned_only or discouraged.',
  ],
  extracted_sentiment: ['text', 'Sentiment that the analysis had read.'],
  extracted_strength: ['text', 'Strength of the recommendation that the analysis had read.'],
  extraction_version: ['integer', 'Version of the extraction rules that the person checked.'],
  author_type: ['text', 'Who checked the labels: member for a signed-in person, or key for a program.'],
  corrected_at: ['time', 'When the labels were checked.'],
  answer: ['text', 'Answer in Markdown. Null once its text was deleted.', 'on request'],
})
