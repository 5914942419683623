import { authorize } from '../authorize.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'
import { joinAdjacentRun, type Side } from '../runs/read-adjacent.ts'
import {
  includeName,
  type ResultInclude,
  type ResultRecord,
  type ResultRow,
  selectResults,
  toRecord,
} from './read.ts'

type ReadAdjacent = (request: {
  ctx: Ctx
  input: { ids: readonly string[] }
}) => Promise<(ResultRecord | null)[]>

const readers = new Map<string, ReadAdjacent>()

/**
 * What reads the results to the same question in the run beside: the same prompt text, provider, location and replicate.
 * Null where there is none, and in an async analysis. It is one and the same function for the same wishes, so that loaders
 * can gather by it.
 */
export function adjacentResultReader(side: Side, include: ResultInclude): ReadAdjacent {
  const name = `${side}-results-${includeName(include)}`
  const known = readers.get(name)
  if (known) return known
  const text = `
    WITH asked AS MATERIALIZED (
      SELECT r.id, r.batch_id, p.text, r.provider, r.location, r.replicate FROM result r
      JOIN batch b ON b.id = r.batch_id
      JOIN batch_prompt p ON p.batch_id = r.batch_id AND p.ordinal = r.prompt_ordinal
      WHERE ${VISIBLE} AND r.id = ANY($4::uuid[]) AND b.kind = 'run'),
    beside AS MATERIALIZED (
      SELECT b.id, n.id AS run_id, ARRAY(
        SELECT p.ordinal FROM batch_prompt p WHERE p.batch_id = n.id AND p.text IN (SELECT text FROM asked)) AS prompts
      FROM batch b ${joinAdjacentRun(side)} WHERE b.id IN (SELECT batch_id FROM asked)),
    -- The results of a run are looked through once, however many are asked for.
    found AS MATERIALIZED (
      SELECT r.id, a.id AS of, x.run_id FROM beside x
      JOIN result r ON r.batch_id = x.run_id AND r.prompt_ordinal = ANY(x.prompts) AND r.status <> 'pending'
      JOIN batch_prompt p ON p.batch_id = r.batch_id AND p.ordinal = r.prompt_ordinal
      JOIN asked a ON a.batch_id = x.id AND a.text = p.text AND a.provider = r.provider AND a.location = r.location
        AND a.replicate = r.replicate)
    ${selectResults(include, 'f.of, f.run_id AS "runId"')} JOIN found f ON f.id = r.id`
  const read: ReadAdjacent = async ({ ctx, input }) => {
    authorize(ctx, 'analysis:read')
    const { rows } = await ctx.db.pool.query<ResultRow & { of: string }>({
      name,
      text,
      values: [...visibleValues(ctx), input.ids.filter(isUuid)],
    })
    const found = new Map(rows.map((row) => [row.of, toRecord(row)]))
    return input.ids.map((id) => found.get(id) ?? null)
  }
  readers.set(name, read)
  return read
}
