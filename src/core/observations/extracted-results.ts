/**
 * SQL to select from in place of the table `result`: its columns, and those of its `answer`, with what a re-extraction read,
 * given as an SQL expression for its id; where that is null, or has no row for a result, with what was read first.
 * `is_first_text` says whether the text is the one that was read first. Looked up for each row by a subquery on purpose
 * (OFFSET 0 keeps it one): batches without a re-extraction cost next to nothing, and PostgreSQL cannot choose a plan that joins
 * all re-extracted rows. It counts as four tables among the eight whose order PostgreSQL chooses (join_collapse_limit).
 */
export function resultsExtractedBy(reextraction: string): string {
  const read = (column: string, first = `u.${column}`) =>
    `CASE WHEN s.status IS NULL THEN ${first} ELSE s.${column} END AS ${column}`
  return `(SELECT u.id, u.batch_id, u.ordinal, u.prompt_ordinal, u.provider, u.location, u.replicate, u.cost, u.answered_at,
      ${READ_ANEW.map((column) => read(column)).join(', ')},
      ${['observation', 'discovered', 'extraction_version', 'parser_version'].map((column) => read(column, `u.first_${column}`)).join(', ')},
      ${read('facts', 'w.facts')}, coalesce(s.text, w.text) AS text, s.text IS NULL AS is_first_text
    FROM result u JOIN batch v ON v.id = u.batch_id LEFT JOIN answer w ON w.result_id = u.id
    LEFT JOIN LATERAL (SELECT * FROM reextracted_result e
      WHERE e.reextraction_id = ${reextraction} AND e.result_id = u.id OFFSET 0) s ON true)`
}

const READ_ANEW = [
  'status',
  'simulated',
  'surface',
  'location_applied',
  'model_requested',
  'model_reported',
  'error',
] as const

/**
 * SQL to select from in place of the table `result`: each row with the extraction that its batch shows. One statement sees
 * one extraction of a batch; code that needs several statements compares `batch.extraction_revision` before and after.
 */
export const RESULT_AS_SHOWN = resultsExtractedBy('v.reextraction_id')
