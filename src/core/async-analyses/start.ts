import { z } from 'zod'
import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize, requireOrganizationId } from '../access/authorize.ts'
import { ownProjects, splitProjectId, type WithProjectId } from '../access/project-access.ts'
import { batchesById } from '../batches/read.ts'
import { type BatchRecord, toBatchRecord } from '../batches/row.ts'
import { type StoredWebhook, startBatch } from '../batches/start.ts'
import { keepProject, type Snapshot, snapshotOf } from '../brands/snapshot.ts'
import { lockBalance } from '../credits/move.ts'
import type { Ctx, Transaction } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'
import { newAnalysisId } from '../foundation/ids.ts'
import { runIdempotent } from '../idempotency/run-idempotent.ts'
import { limitsOf } from '../organizations/limits.ts'
import { checkAvailable } from '../providers/resolve.ts'
import type { SpendDeps } from '../spend/limits.ts'
import type { WebhookDeps } from '../webhooks/dependencies.ts'
import { organizationSecret } from '../webhooks/secret.ts'
import { storedWebhook } from '../webhooks/target.ts'
import type { StartInput } from './input.ts'
import { type ValidRequest, validateRequest } from './validate.ts'

/** Data that is stored with the idempotency key of a started analysis. */
const storedSchema = z.object({ batchId: z.string() })

/**
 * Starts an async analysis: reserves one credit per unit (prompt × provider × location × persona × replicate) and queues the
 * work. With `stopWhen`, it reserves credits for `atMost` replicates and queues the first round. An analysis started
 * with a project key belongs to the key's project; a member passes a project or a brand. For 24 hours, a request with
 * the same idempotency key and input returns the analysis that the first request started, in its current state.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER; NOT_FOUND for a missing project; FORBIDDEN if the plan does not
 *   include async analyses; CONFLICT if the idempotency key was used for another request; PROVIDER_UNAVAILABLE;
 *   API_CREDITS_EXCEEDED. If it throws, no analysis was started and no credits were reserved.
 */
export async function startAsyncAnalysis({
  ctx,
  input,
  idempotencyKey,
}: {
  ctx: Ctx<SpendDeps & WebhookDeps>
  input: WithProjectId<StartInput>
  idempotencyKey?: string | undefined
}): Promise<{ analysis: BatchRecord; replayed: boolean }> {
  authorize(ctx, 'analysis:start')
  const { projectId, body } = splitOptionalProjectId(ctx, input)
  const { request, prompts, providers } = await validateRequest(ctx, { projectId, body, idempotencyKey })
  const webhook = request.webhook && storedWebhook(ctx, request.webhook)
  const organizationId = requireOrganizationId(ctx)

  const keyed = {
    organizationId,
    projectId,
    key: idempotencyKey,
    request: { operation: 'async-analysis', ...request },
  }
  const checked = { organizationId, projectId, request, prompts, providers, webhook }
  const { result, replayed } = await runIdempotent(ctx, keyed, {
    // Same lock order as when a project is deleted: first the project, then the balance.
    lock: async ({ db }) => {
      if (projectId) await keepProject(db, projectId)
      await lockBalance(db, organizationId)
    },
    work: (tx) => start(ctx, tx, checked),
    schema: storedSchema,
    store: ({ id }) => ({ batchId: id }),
    replay: ({ batchId }) => startedBefore(ctx, batchId),
  })
  return { analysis: result, replayed }
}

interface CheckedRequest extends ValidRequest {
  organizationId: string
  projectId: string | null
  webhook: StoredWebhook | undefined
}

async function start(
  ctx: Ctx<SpendDeps & WebhookDeps>,
  tx: Transaction,
  { organizationId, projectId, request, prompts, providers, webhook }: CheckedRequest,
): Promise<BatchRecord> {
  if (projectId) await checkProjectAccess(ctx, tx.db, projectId)
  const snapshot = projectId ? await snapshotOf(tx.db, projectId) : adHocSnapshot(request.brandName ?? '')
  const organization = await tx.db.organization.findUnique({ where: { id: organizationId } })
  if (!organization) throw notFound('Organization')
  if (!limitsOf(organization).asyncAnalysis) {
    throw new AppError(
      'FORBIDDEN',
      `Async analysis is not part of the ${organization.plan} plan; upgrade the plan.`,
    )
  }
  await checkAvailable(ctx, { providers, locations: request.locations }, tx.db)
  // Create the signing secret now, so that the owner can read it before the first webhook call.
  if (webhook?.webhookSecret === null) await organizationSecret(ctx, tx.db, organizationId)
  const batch = await startBatch(tx, {
    kind: 'async',
    trigger: 'api',
    analysisId: newAnalysisId(),
    organizationId,
    projectId,
    snapshot,
    prompts: prompts.map((text) => ({
      text,
      promptId: null,
      tags: [],
      providers: providers.map(({ id }) => id),
      locations: request.locations,
    })),
    personas: request.personas,
    replicates: request.replicates,
    stopWhen: request.stopWhen,
    paid: true,
    webhook,
  })
  return toBatchRecord(batch)
}

/** Returns the analysis that an earlier request with the same idempotency key started. */
async function startedBefore(ctx: Ctx, batchId: string): Promise<BatchRecord> {
  const [analysis] = await batchesById(ctx, [batchId])
  if (!analysis) throw notFound('Async analysis')
  return analysis
}

/** Splits like {@link splitProjectId}, but returns a null project id for an analysis without a project. */
function splitOptionalProjectId(
  ctx: Ctx,
  input: WithProjectId<StartInput>,
): { projectId: string | null; body: StartInput } {
  const { actor } = ctx
  const hasProject = actor.type === 'key' ? actor.projectId !== null : input.projectId !== undefined
  return hasProject ? splitProjectId(ctx, input) : { projectId: null, body: input }
}

async function checkProjectAccess(ctx: Ctx, db: Prisma.TransactionClient, id: string): Promise<void> {
  // A key can only be used while its project exists.
  if (ctx.actor.type === 'key') return
  const matches = await db.project.count({ where: { AND: [{ id }, ownProjects(ctx)] } })
  if (matches === 0) throw notFound('Project')
}

function adHocSnapshot(brandName: string): Snapshot {
  return { brand: { name: brandName, aliases: [], domains: [] }, competitors: [] }
}
