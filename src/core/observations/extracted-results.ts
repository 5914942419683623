/**
 * Returns SQL to select from in place of the table `result`. It has the columns of `result` and `answer`, with the data
 * of a re-extraction. If the re-extraction id is null, or the re-extraction has no row for a result, the data of the
 * first extraction is used. `is_first_text` is true if the text comes from the first extraction.
 *
 * The re-extracted row is looked up in a subquery per row, and OFFSET 0 prevents PostgreSQL from flattening this
 * subquery into a join of all re-extracted rows. Batches without a re-extraction therefore cost almost no extra time.
 * The expression counts as four of the eight tables that PostgreSQL reorders in joins (join_collapse_limit).
 * @param reextraction SQL expression for the id of the re-extraction
 */
export function resultsExtractedBy(reextraction: string): string {
  const latest = (column: string, first = `u.${column}`) =>
    `CASE WHEN s.status IS NULL THEN ${first} ELSE s.${column} END AS ${column}`
  return `(SELECT u.id, u.batch_id, u.ordinal, u.prompt_ordinal, u.provider, u.location, u.persona, u.replicate, u.cost, u.answered_at,
      ${REEXTRACTED_COLUMNS.map((column) => latest(column)).join(', ')},
      ${EXTRACTED_COLUMNS.map((column) => latest(column, `u.first_${column}`)).join(', ')},
      ${latest('facts', 'w.facts')}, coalesce(s.text, w.text) AS text, s.text IS NULL AS is_first_text
    FROM result u JOIN batch v ON v.id = u.batch_id LEFT JOIN answer w ON w.result_id = u.id
    LEFT JOIN LATERAL (SELECT * FROM reextracted_result e
      WHERE e.reextraction_id = ${reextraction} AND e.result_id = u.id OFFSET 0) s ON true)`
}

const REEXTRACTED_COLUMNS = [
  'status',
  'simulated',
  'surface',
  'location_applied',
  'model_requested',
  'model_reported',
  'error',
] as const

/** Columns that have the prefix `first_` in the table `result`. */
const EXTRACTED_COLUMNS = [
  'observation',
  'discovered',
  'extraction_version',
  'parser_version',
  'mentioned',
  'position',
  'sentiment',
  'sentiment_score',
  'recommendation_rank',
] as const

/**
 * SQL to select from in place of the table `result`, with the published extraction of each batch. A single statement sees a
 * single extraction of a batch. Code with several statements must compare `batch.extraction_revision` before and after.
 */
export const RESULT_AS_SHOWN = resultsExtractedBy('v.reextraction_id')
