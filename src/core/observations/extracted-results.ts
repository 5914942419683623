/**
 * SQL to select from in place of the table `result`: its columns `observation` and `extraction_version` are those of a
 * re-extraction, given as an SQL expression for its id; where that is null, or has no row for a result, those of the first
 * extraction. Looked up for each row by a subquery on purpose: batches without a re-extraction cost nothing, and PostgreSQL
 * cannot choose a plan that joins all re-extracted rows.
 */
export function resultsExtractedBy(reextraction: string): string {
  const extracted = (
    column: string,
  ) => `CASE WHEN ${reextraction} IS NULL THEN u.first_${column} ELSE coalesce((
      SELECT s.${column} FROM reextracted_result s WHERE s.reextraction_id = ${reextraction} AND s.result_id = u.id),
      u.first_${column}) END AS ${column}`
  return `(SELECT u.id, u.batch_id, u.ordinal, u.prompt_ordinal, u.provider, u.location, u.replicate, u.status,
      u.simulated, u.surface, u.location_applied, u.model_requested, u.model_reported, u.error, u.cost, u.answered_at,
      ${extracted('observation')}, ${extracted('extraction_version')}, u.first_parser_version AS parser_version
    FROM result u JOIN batch v ON v.id = u.batch_id)`
}

/**
 * SQL to select from in place of the table `result`: each row with the extraction that its batch shows. One statement sees
 * one extraction of a batch; code that needs several statements compares `batch.extraction_revision` before and after.
 */
export const RESULT_AS_SHOWN = resultsExtractedBy('v.reextraction_id')
