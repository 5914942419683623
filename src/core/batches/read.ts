import type { Prisma } from '../../generated/prisma/client.ts'
import type { Summary } from '../../metrics/definitions.ts'
import { authorize, requireOrganizationId } from '../access/authorize.ts'
import type { VisibleBatchId } from '../access/visible.ts'
import type { Ctx, Services } from '../foundation/context.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import { type BatchRecord, type BatchRow, toBatchRecord } from './row.ts'

/**
 * Returns the filter for the batches that the caller may see; every query for batches must include it. A project key
 * sees the batches of its project, an organization key the organization's batches without a project, and a member all
 * batches of the organization.
 */
export function visibleBatches(ctx: Ctx): Prisma.BatchWhereInput {
  const organizationId = requireOrganizationId(ctx)
  if (ctx.actor.type === 'key') return { organizationId, projectId: ctx.actor.projectId }
  return { organizationId }
}

/** SQL version of {@link visibleBatches} for a `batch b`. The first parameters are {@link visibleValues}. */
export const VISIBLE = 'b.organization_id = $1 AND ($2 OR b.project_id IS NOT DISTINCT FROM $3::uuid)'

/**
 * Returns the parameters of {@link VISIBLE}: the organization, whether all of its batches are visible, and otherwise
 * the project to show batches of; null shows batches without a project.
 */
export function visibleValues(ctx: Ctx): [string, boolean, string | null] {
  const isKey = ctx.actor.type === 'key'
  return [requireOrganizationId(ctx), !isKey, ctx.actor.type === 'key' ? ctx.actor.projectId : null]
}

/** Returns the columns of a `batch b` that {@link toBatchRecord} needs, with the summary only if requested. */
export function batchColumns({ summary = false }: { summary?: boolean } = {}): string {
  return `b.id, b.analysis_id AS "analysisId", b.kind, b.trigger, b.project_id AS "projectId", b.status, b.cancelled,
    b.brand_name AS "brandName", b.seq, b.total, b.completed, b.failed, b.credits_reserved AS "creditsReserved",
    b.credits_charged AS "creditsCharged", b.credits_refunded AS "creditsRefunded",
    b.cost_usd AS "costUsd", b.stop_when AS "stopWhen", b.rounds, b.personas,
    ${summary ? 'b.summary' : 'NULL AS summary'}, b.reextracted_at AS "reextractedAt", b.created_at AS "createdAt", b.started_at AS "startedAt",
    b.finished_at AS "finishedAt", b.raw_deleted_at AS "rawDeletedAt", b.texts_deleted_at AS "textsDeletedAt"`
}

/** Returns the visible batches that match a filter, with their summaries. */
export async function readBatches(ctx: Ctx, where: Prisma.BatchWhereInput): Promise<BatchRecord[]> {
  const batches = await ctx.db.prisma.batch.findMany({
    where: { AND: [where, visibleBatches(ctx)] },
    omit: { snapshot: true, webhookSecret: true },
  })
  // The statement above selects only visible batches.
  return batches.map((batch) => toBatchRecord({ ...batch, id: batch.id as VisibleBatchId }))
}

/**
 * Returns the visible batches with these ids, in the given order; null for an id that is missing, malformed or of
 * another tenant. Summaries are null unless requested.
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

/** Returns the visible async analysis with this `aa_` id, or null. The summary is null unless requested. */
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

/** Request for batches by row id. */
export interface BatchesRequest {
  ctx: Ctx
  /** Summaries are null unless requested. */
  input: { ids: readonly string[]; summary?: boolean }
}

/**
 * Returns the batches of a kind, in the given order; null for a missing batch and for one that the caller may not read.
 * Organization keys are authorized but see no runs, because GraphQL nodes that are not visible are null rather than
 * errors.
 */
export async function readBatchesOfKind(
  ctx: Ctx,
  kind: BatchRecord['kind'],
  { ids, summary = false }: BatchesRequest['input'],
): Promise<(BatchRecord | null)[]> {
  authorize(ctx, 'analysis:read')
  const batches = await batchesById(ctx, ids, { summary })
  return batches.map((batch) => (batch?.kind === kind ? batch : null))
}

/** Returns the summaries of visible batches by id, in the given order; null until a batch has ended. */
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

/** Returns the current `seq` of each existing batch, to validate cached responses. */
export async function batchSeqs(
  { db }: Services,
  ids: readonly VisibleBatchId[],
): Promise<Map<VisibleBatchId, number>> {
  const { rows } = await db.pool.query<{ id: VisibleBatchId; seq: number }>({
    name: 'batch-seqs',
    text: 'SELECT id, seq FROM batch WHERE id = ANY($1::uuid[])',
    values: [ids],
  })
  return new Map(rows.map(({ id, seq }) => [id, seq]))
}
