import type { VisibleBatchId } from '../access/visible.ts'
import type { Ctx } from '../foundation/context.ts'
import type { Column, ExportRow } from './column.ts'

/** An ended run, and its `seq` when the export started. */
export interface ExportedRun {
  id: VisibleBatchId
  seq: number
}

/** Number of answers per statement, with all of their mentions or sources. An answer with its text has a few kilobytes. */
const PAGE = 200

interface PagedView {
  run: ExportedRun
  view: string
  columns: readonly Column[]
}

/** Yields the rows that a view has for a run: metrics part by part, and all other views by the ordinals of the answers. */
export function pagesOf(ctx: Ctx, paged: PagedView): AsyncGenerator<ExportRow[]> {
  return paged.view === 'fact_metric' ? metricPages(ctx, paged) : answerPages(ctx, paged)
}

async function* answerPages(ctx: Ctx, { run, view, columns }: PagedView): AsyncGenerator<ExportRow[]> {
  const { rows } = await ctx.db.pool.query<{ last: number | null }>({
    name: 'last-ordinal',
    text: 'SELECT max(ordinal) AS last FROM result WHERE batch_id = $1',
    values: [run.id],
  })
  const last = rows[0]?.last ?? -1
  for (let first = 0; first <= last; first += PAGE) {
    const page = await ctx.db.pool.query<ExportRow>({
      text: `SELECT ${selected(columns)} FROM reporting_base.${view} v
             WHERE v.run_id = $1 AND v.ordinal >= $2 AND v.ordinal < $3 ORDER BY v.ordinal, v.number`,
      values: [run.id, first, first + PAGE],
    })
    yield page.rows
  }
}

async function* metricPages(ctx: Ctx, { run, view, columns }: PagedView): AsyncGenerator<ExportRow[]> {
  const parts = await ctx.db.pool.query<{ scope: string; value: string }>({
    name: 'metric-parts',
    text: `SELECT scope, scope_value AS value FROM batch_metric WHERE batch_id = $1 AND entity = 'brand'
           ORDER BY scope <> 'all', scope, scope_value COLLATE "C"`,
    values: [run.id],
  })
  for (const { scope, value } of parts.rows) {
    const page = await ctx.db.pool.query<ExportRow>({
      text: `SELECT ${selected(columns)} FROM reporting_base.${view} v
             WHERE v.run_id = $1 AND v.scope = $2 AND v.scope_value = $3 ORDER BY v.number, v.metric`,
      values: [run.id, scope, value],
    })
    yield page.rows
  }
}

/** Names of columns come from the definitions in this folder. */
function selected(columns: readonly Column[]): string {
  return columns.map(({ name }) => `v.${name}`).join(', ')
}
