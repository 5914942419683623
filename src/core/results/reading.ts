/**
 * In SQL, in place of the table `result`: each result, and what its answer says as a re-extraction read it, given as an
 * expression; where that is null, or did not read this answer, as it was read first. Looked up row by row on purpose: nothing
 * is looked up for batches that were never read again, and no plan ever joins all readings there are.
 */
export function resultsReadBy(reextraction: string): string {
  const read = (column: string) => `CASE WHEN ${reextraction} IS NULL THEN u.first_${column} ELSE coalesce((
      SELECT s.${column} FROM reextracted_result s WHERE s.reextraction_id = ${reextraction} AND s.result_id = u.id),
      u.first_${column}) END AS ${column}`
  return `(SELECT u.id, u.batch_id, u.ordinal, u.prompt_ordinal, u.provider, u.location, u.replicate, u.status,
      u.simulated, u.surface, u.location_applied, u.model_requested, u.model_reported, u.error, u.answered_at,
      ${read('observation')}, ${read('extraction_version')}
    FROM result u JOIN batch v ON v.id = u.batch_id)`
}

/**
 * In SQL, in place of the table `result`: each with the reading that its batch shows. One statement sees one reading of a
 * batch, whole; who needs several statements compares `batch.reading` before and after.
 */
export const RESULT = resultsReadBy('v.reextraction_id')
