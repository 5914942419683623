import type { Prisma } from '../../generated/prisma/client.ts'
import type { Summary } from '../../metrics/definitions.ts'
import { authorize, organizationOf } from '../authorize.ts'
import type { Ctx, Services } from '../context.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import { type BatchRecord, type BatchRow, toBatchRecord } from './row.ts'

/**
 * Which batches the caller may see, as a condition that every query of batches must contain: a project key those of its
 * project, an organization key those of its organization without a project, a member all of the organization's.
 */
export function visibleBatches(ctx: Ctx): Prisma.BatchWhereInput {
  const organizationId = organizationOf(ctx)
  if (ctx.actor.type === 'key') return { organizationId, projectId: ctx.actor.projectId }
  return { organizationId }
}

/** The same condition in SQL, over a `batch b`; its parameters are the first of the statement, {@link visibleValues}. */
export const VISIBLE = 'b.organization_id = $1 AND ($2 OR b.project_id IS NOT DISTINCT FROM $3::uuid)'

/** The values of {@link VISIBLE}: the organization, whether all of it is visible, and otherwise which project, null for none. */
export function visibleValues(ctx: Ctx): [string, boolean, string | null] {
  const isKey = ctx.actor.type === 'key'
  return [organizationOf(ctx), !isKey, ctx.actor.type === 'key' ? ctx.actor.projectId : null]
}

/** The columns of a `batch b` that {@link toBatchRecord} needs: not its snapshot, and its summary only where asked for. */
export function batchColumns({ summary = false }: { summary?: boolean } = {}): string {
  return `b.id, b.analysis_id AS "analysisId", b.kind, b.trigger, b.project_id AS "projectId", b.status, b.cancelled,
    b.brand_name AS "brandName", b.seq, b.total, b.completed, b.failed, b.credits_reserved AS "creditsReserved",
    b.credits_charged AS "creditsCharged", b.credits_refunded AS "creditsRefunded",
    b.cost_usd AS "costUsd", b.stop_when AS "stopWhen", b.rounds,
    ${summary ? 'b.summary' : 'NULL AS summary'}, b.reextracted_at AS "reextractedAt", b.created_at AS "createdAt", b.started_at AS "startedAt",
    b.finished_at AS "finishedAt"`
}

/** The visible batches that meet a condition, with their summaries. */
export async function readBatches(ctx: Ctx, where: Prisma.BatchWhereInput): Promise<BatchRecord[]> {
  const batches = await ctx.db.prisma.batch.findMany({
    where: { AND: [where, visibleBatches(ctx)] },
    omit: { snapshot: true, webhookSecret: true },
  })
  return batches.map(toBatchRecord)
}

/**
 * The visible batches with these ids, in their order; null for missing ones, other tenants' and malformed ids.
 * Summaries are null unless requested.
 */
export async function batchesById(
  ctx: Ctx,
  ids: readonly string[],
  { summary = false }: { summary?: boolean } = {},
): Promise<(BatchRecord | null)[]> {
  const { rows } = await ctx.db.pool.query<BatchRow>({
    name: `batches-by-id-${summary}`,
    text: `SELECT ${batchColumns({ summary })} FROM batch b WHERE ${VISIBLE} AND b.id = ANY($4::uuid[])`,
    values: [...visibleValues(ctx), ids.filter(isUuid)],
  })
  return inIdOrder(ids, rows, toBatchRecord)
}

/** The visible async analysis with this `aa_` id, or null; its summary is null unless requested. */
export async function batchByAnalysisId(
  ctx: Ctx,
  analysisId: string,
  { summary = false }: { summary?: boolean } = {},
): Promise<BatchRecord | null> {
  const { rows } = await ctx.db.pool.query<BatchRow>({
    name: `batch-by-analysis-id-${summary}`,
    text: `SELECT ${batchColumns({ summary })} FROM batch b WHERE ${VISIBLE} AND b.analysis_id = $4 AND b.kind = 'async'`,
    values: [...visibleValues(ctx), analysisId],
  })
  return rows[0] ? toBatchRecord(rows[0]) : null
}

/** Summaries of visible batches by id, in the given order; null until a batch has ended. */
export async function readSummaries({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(Summary | null)[]> {
  authorize(ctx, 'analysis:read')
  const batches = await batchesById(ctx, input.ids, { summary: true })
  return batches.map((batch) => batch?.summary ?? null)
}

/**
 * The current `seq` of each batch that exists, to validate cached answers about them. Does not check the tenant: the caller
 * must have been allowed to read the batches.
 */
export async function batchSeqs({ db }: Services, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.pool.query<{ id: string; seq: number }>({
    name: 'batch-seqs',
    text: 'SELECT id, seq FROM batch WHERE id = ANY($1::uuid[])',
    values: [ids],
  })
  return new Map(rows.map(({ id, seq }) => [id, seq]))
}
