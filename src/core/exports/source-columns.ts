import { ANSWER_KEYS, columnsFrom } from './column.ts'

/** Columns of `sources` and `reporting.fact_source`: a row per answer and page. */
export const SOURCE_COLUMNS = columnsFrom({
  ...ANSWER_KEYS,
  position: ['integer', 'Order of the first citation in the answer, starting at 1.'],
  url: ['text', 'URL of the page without tracking parameters.'],
  title: ['text', 'Title that the provider reports.'],
  domain: ['text', 'Registrable domain.'],
  kind: ['text', 'How the answer uses the page: cited, or retrieved if it is only listed.'],
  owner: ['text', 'Owner of the page: brand, competitor or third_party.'],
  competitor_id: ['uuid', 'Competitor that owns the page.'],
})
