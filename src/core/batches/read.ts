import type { Prisma } from '../../generated/prisma/client.ts'
import type { Summary } from '../../metrics/summarize.ts'
import { authorize, organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'
import { type BatchRecord, type BatchRow, recordOf } from './batch-record.ts'

/**
 * Which batches the caller may see, as a condition no query of batches goes without: a project key those of its project,
 * an organization key the projectless ones of its organization (specification §5.7), a member all of the organization's.
 */
export function visibleBatches(ctx: Ctx): Prisma.BatchWhereInput {
  const organizationId = organizationOf(ctx)
  if (ctx.actor.type === 'key') return { organizationId, projectId: ctx.actor.projectId }
  return { organizationId }
}

/** The same condition in SQL, over a `batch b`; its parameters are the first of the statement, {@link visibleValues}. */
export const VISIBLE = 'b.organization_id = $1 AND ($2 OR b.project_id IS NOT DISTINCT FROM $3::uuid)'

/** The values of {@link VISIBLE}: the organization, whether all of it is seen, and else which project, null for none. */
export function visibleValues(ctx: Ctx): [string, boolean, string | null] {
  const isKey = ctx.actor.type === 'key'
  return [organizationOf(ctx), !isKey, ctx.actor.type === 'key' ? ctx.actor.projectId : null]
}

/** The columns of a `batch b` that {@link recordOf} needs: not its snapshot, and its summary only where asked for. */
export function batchColumns({ summary = false }: { summary?: boolean } = {}): string {
  return `b.id, b.analysis_id AS "analysisId", b.kind, b.trigger, b.project_id AS "projectId", b.status,
    b.brand_name AS "brandName", b.seq, b.total, b.completed, b.failed, b.credits_reserved AS "creditsReserved",
    b.credits_charged AS "creditsCharged", b.credits_refunded AS "creditsRefunded",
    ${summary ? 'b.summary' : 'NULL AS summary'}, b.reextracted_at AS "reextractedAt", b.created_at AS "createdAt", b.started_at AS "startedAt",
    b.finished_at AS "finishedAt"`
}

/** The visible batches among these, summaries included; missing ones and other tenants' are left out. For odd conditions. */
export async function readBatches(ctx: Ctx, where: Prisma.BatchWhereInput): Promise<BatchRecord[]> {
  const batches = await ctx.db.prisma.batch.findMany({
    where: { AND: [where, visibleBatches(ctx)] },
    omit: { snapshot: true, webhookSecret: true },
  })
  return batches.map(recordOf)
}

/**
 * The visible batches with these ids, in their order; null for what is missing, another tenant's, or no id at all. Summaries
 * are null unless asked for.
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
  const found = new Map(rows.map((row) => [row.id, recordOf(row)]))
  return ids.map((id) => found.get(id.toLowerCase()) ?? null)
}

/** The visible async analysis with this `aa_` id, or null; its summary is null unless asked for. */
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
  return rows[0] ? recordOf(rows[0]) : null
}

/** Summaries of visible batches by id, in the order asked for; null until a batch has ended. For batches read without. */
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
