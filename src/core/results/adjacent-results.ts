import { authorize } from '../access/authorize.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../foundation/context.ts'
import { isUuid } from '../foundation/ids.ts'
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
 * Returns a function that reads the results for the same question in the adjacent run. The same question means the same
 * prompt text, provider, location and replicate. A result is null if there is no such result, or in an async analysis.
 * The same arguments always return the same function, so that data loaders can group requests by it.
 */
export function adjacentResultReader(side: Side, include: ResultInclude): ReadAdjacent {
  const name = `${side}-results-${includeName(include)}`
  const existing = readers.get(name)
  if (existing) return existing
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
    -- Scans the results of a run once, regardless of the number of requested results.
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
    const recordsById = new Map(rows.map((row) => [row.of, toRecord(row)]))
    return input.ids.map((id) => recordsById.get(id) ?? null)
  }
  readers.set(name, read)
  return read
}
