import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { readableProjects, splitProjectId, type WithProjectId } from '../access/project-access.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'
import { isUuid } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import { readRun } from '../runs/read.ts'
import type { Column, ExportRow } from './column.ts'
import { type ExportedRun, pagesOf } from './pages.ts'
import { EXPORT_TABLE_NAMES, EXPORT_TABLES } from './tables.ts'

/** A day (midnight UTC) or a time with an offset. */
const timeSchema = z
  .union(
    [z.iso.date(), z.iso.datetime({ offset: true })],
    'must be a day or a time such as 2026-11-30T09:00:00Z',
  )
  .transform((text) => new Date(text))

const inputSchema = z.strictObject({
  table: z.enum(EXPORT_TABLE_NAMES, `must be one of ${EXPORT_TABLE_NAMES.join(', ')}`),
  runId: z.string('must be a text').optional(),
  since: timeSchema.optional(),
  until: timeSchema.optional(),
  includeAnswer: z.boolean('must be true or false').default(false),
})

type ExportInput = WithProjectId<Partial<z.input<typeof inputSchema>>>

/** Rows of an export, page by page, and their columns. Pages are read as fast as the caller consumes them. */
export interface RowExport {
  columns: readonly Column[]
  pages: AsyncGenerator<readonly ExportRow[]>
}

/**
 * Exports a table of the ended runs of a project, oldest run first. Members pass `projectId`. `since` and `until` select runs
 * by their end: not before `since`, and before `until`. Rows have the text of the answer only with `includeAnswer`. Each page
 * is a short statement, so an export keeps neither a transaction nor a connection open while the caller waits. The pages throw
 * CONFLICT if a run changes while it is being read.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; NOT_FOUND; CONFLICT for a run that has not ended
 */
export async function exportRows({ ctx, input }: { ctx: Ctx; input: ExportInput }): Promise<RowExport> {
  authorize(ctx, 'runs:read')
  const { projectId, body } = splitProjectId(ctx, input)
  const { table, runId, since, until, includeAnswer } = parse(inputSchema, body)
  await checkProject(ctx, projectId)
  if (runId !== undefined) await checkRun(ctx, { projectId, runId })
  const runs = await findRuns(ctx, { projectId, runId, since, until })
  const { view, columns: all }: { view: string; columns: readonly Column[] } = EXPORT_TABLES[table]
  const columns = all.filter(({ onRequest = false }) => includeAnswer || !onRequest)
  return { columns, pages: rowsOf(ctx, { runs, view, columns }) }
}

async function checkProject(ctx: Ctx, projectId: string): Promise<void> {
  const where = { AND: [{ id: projectId }, readableProjects(ctx)] }
  const project = await ctx.db.prisma.project.findFirst({ where, select: { id: true } })
  if (!project) throw notFound('Project')
}

async function checkRun(ctx: Ctx, { projectId, runId }: { projectId: string; runId: string }): Promise<void> {
  if (!isUuid(runId)) throw notFound('Run')
  const run = await readRun({ ctx, input: { runId } })
  if (run.projectId !== projectId) throw notFound('Run')
  if (run.finishedAt === null) throw new AppError('CONFLICT', 'The run has not ended. Export it when it has.')
}

interface RunFilter {
  projectId: string
  runId: string | undefined
  since: Date | undefined
  until: Date | undefined
}

async function findRuns(ctx: Ctx, { projectId, runId, since, until }: RunFilter): Promise<ExportedRun[]> {
  const { rows } = await ctx.db.pool.query<ExportedRun>({
    name: 'exported-runs',
    text: `SELECT b.id, b.seq FROM batch b
           WHERE ${VISIBLE} AND b.project_id = $4 AND b.kind = 'run' AND b.finished_at IS NOT NULL
             AND ($5::uuid IS NULL OR b.id = $5) AND ($6::timestamptz IS NULL OR b.finished_at >= $6)
             AND ($7::timestamptz IS NULL OR b.finished_at < $7)
           ORDER BY b.finished_at, b.id`,
    values: [...visibleValues(ctx), projectId, runId ?? null, since ?? null, until ?? null],
  })
  return rows
}

async function* rowsOf(
  ctx: Ctx,
  { runs, view, columns }: { runs: readonly ExportedRun[]; view: string; columns: readonly Column[] },
): AsyncGenerator<readonly ExportRow[]> {
  for (const run of runs) {
    for await (const page of pagesOf(ctx, { run, view, columns })) if (page.length > 0) yield page
    const { rows } = await ctx.db.pool.query({
      name: 'exported-run-seq',
      text: 'SELECT FROM batch WHERE id = $1 AND seq = $2 AND organization_id IS NOT NULL',
      values: [run.id, run.seq],
    })
    if (rows.length === 0)
      throw new AppError('CONFLICT', 'A run has changed during the export. Export it again.')
  }
}
