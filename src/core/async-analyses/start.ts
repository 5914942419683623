import type { z } from 'zod'
import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize, organizationOf } from '../authorize.ts'
import { type BatchRecord, toBatchRecord } from '../batches/row.ts'
import { startBatch } from '../batches/start.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { newAnalysisId } from '../ids.ts'
import { limitsOf } from '../organizations/plans.ts'
import { badFields, parse } from '../parse.ts'
import { ownProjects, splitProjectId, type WithProjectId } from '../project-access.ts'
import { checkAvailable, checkLocations, resolveProviders } from '../providers/resolve.ts'
import { type Snapshot, snapshotOf } from '../snapshot.ts'
import { transaction } from '../transaction.ts'
import { organizationSecret } from '../webhooks/secret.ts'
import { storedWebhook } from '../webhooks/target.ts'
import { ANALYSIS_LIMITS, type StartInput, startInputSchema } from './input.ts'

/**
 * Starts an async analysis: reserves one credit per unit (prompt × provider × location × replicate) and queues the work. With a
 * project key it belongs to the project of the key; a member names a project or a brand.
 * @throws {AppError} BAD_REQUEST, INVALID_PROVIDER; NOT_FOUND without the project; FORBIDDEN without the feature;
 *   PROVIDER_UNAVAILABLE; API_CREDITS_EXCEEDED. Whatever it throws, nothing was started or reserved.
 */
export async function startAsyncAnalysis({
  ctx,
  input,
}: {
  ctx: Ctx
  input: WithProjectId<StartInput>
}): Promise<BatchRecord> {
  authorize(ctx, 'analysis:start')
  const { projectId, body } = splitOptionalProjectId(ctx, input)
  const request = parse(startInputSchema, body)
  const prompts = promptsOf(request)
  checkBrand(projectId, request.brandName)
  const providers = resolveProviders(ctx, request.providers, 'providers')
  checkLocations(providers, request.locations)
  checkSize(prompts.length * providers.length * request.locations.length * request.replicates)
  const webhook = request.webhook && (await storedWebhook(ctx, request.webhook))
  const organizationId = organizationOf(ctx)

  return transaction(ctx, async (tx) => {
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
    await checkAvailable(ctx, providers, tx.db)
    // Created now, so that the owner can read it before the first call.
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
      replicates: request.replicates,
      paid: true,
      webhook,
    })
    return toBatchRecord(batch)
  })
}

function promptsOf({ prompt, prompts }: z.output<typeof startInputSchema>): string[] {
  if (prompt !== undefined && prompts !== undefined)
    throw badFields({ prompts: 'give prompt or prompts, not both' })
  if (prompts) return prompts
  if (prompt === undefined) throw badFields({ prompt: 'is required, unless prompts is given' })
  return [prompt]
}

/** As {@link splitProjectId}; null for an analysis of no project. */
function splitOptionalProjectId(
  ctx: Ctx,
  input: WithProjectId<StartInput>,
): { projectId: string | null; body: StartInput } {
  const { actor } = ctx
  const has = actor.type === 'key' ? actor.projectId !== null : input.projectId !== undefined
  return has ? splitProjectId(ctx, input) : { projectId: null, body: input }
}

async function checkProjectAccess(ctx: Ctx, db: Prisma.TransactionClient, id: string): Promise<void> {
  // A key can only be used while its project exists.
  if (ctx.actor.type === 'key') return
  const own = await db.project.count({ where: { AND: [{ id }, ownProjects(ctx)] } })
  if (own === 0) throw notFound('Project')
}

function checkBrand(projectId: string | null, brandName: string | undefined): void {
  if (projectId !== null && brandName !== undefined) {
    throw badFields({ brandName: 'is not accepted where there is a project: its analysis brand is used' })
  }
  if (projectId === null && brandName === undefined) {
    throw badFields({ brandName: 'is required where there is no project' })
  }
}

function checkSize(units: number): void {
  if (units <= ANALYSIS_LIMITS.units) return
  throw badFields({
    prompts: `prompts × providers × locations × replicates is ${units}; at most ${ANALYSIS_LIMITS.units} are accepted`,
  })
}

function adHocSnapshot(brandName: string): Snapshot {
  return { brand: { name: brandName, aliases: [], domains: [] }, competitors: [] }
}
