import type { z } from 'zod'
import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize, organizationOf } from '../authorize.ts'
import { type BatchRecord, recordOf } from '../batches/batch-record.ts'
import type { Snapshot } from '../batches/snapshot.ts'
import { startBatch } from '../batches/start.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { newAnalysisId } from '../ids.ts'
import { limitsOf } from '../organizations/plans.ts'
import { badFields, parse } from '../parse.ts'
import { type MayNameProject, takeProject } from '../projects/requested.ts'
import { ownProjects } from '../projects/scope.ts'
import { snapshotOf } from '../projects/snapshot.ts'
import { checkAvailable, checkLocations, resolveProviders } from '../providers/resolve.ts'
import { transaction } from '../transaction.ts'
import { organizationSecret } from '../webhooks/secret.ts'
import { storedWebhook } from '../webhooks/target.ts'
import { ANALYSIS_LIMITS, type StartInput, startInputSchema } from './input.ts'

/**
 * Accepts an async analysis: reserves one credit a unit (prompt × provider × location × replicate) and queues the work.
 * A project key's is of its project, which it does not name; a member may name one, or else a brand.
 * @throws {AppError} BAD_REQUEST, INVALID_PROVIDER; NOT_FOUND without the project; FORBIDDEN without the feature;
 *   PROVIDER_UNAVAILABLE; API_CREDITS_EXCEEDED. Whatever it throws, nothing was started or reserved.
 */
export async function startAsyncAnalysis({
  ctx,
  input,
}: {
  ctx: Ctx
  input: MayNameProject<StartInput>
}): Promise<BatchRecord> {
  authorize(ctx, 'analysis:start')
  const { projectId, body } = takeProjectIfAny(ctx, input)
  const request = parse(startInputSchema, body)
  const prompts = promptsOf(request)
  checkBrand(projectId, request.brandName)
  const providers = resolveProviders(ctx, request.providers, 'providers')
  checkLocations(providers, request.locations)
  checkSize(prompts.length * providers.length * request.locations.length * request.replicates)
  const webhook = request.webhook && (await storedWebhook(ctx, request.webhook))
  const organizationId = organizationOf(ctx)

  return transaction(ctx, async (tx) => {
    if (projectId) await checkOwn(ctx, tx.db, projectId)
    const snapshot = projectId ? await snapshotOf(tx.db, projectId) : adHocSnapshot(request.brandName ?? '')
    const organization = await tx.db.organization.findUnique({ where: { id: organizationId } })
    if (!organization) throw notFound('Organization')
    if (!limitsOf(organization).asyncAnalysis) {
      throw new AppError('FORBIDDEN', `Async analysis is not part of the ${organization.plan} plan.`)
    }
    await checkAvailable(ctx, providers, tx.db)
    // Made now and not at the end, so that its owner can read it before the first call comes.
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
    return recordOf(batch)
  })
}

function promptsOf({ prompt, prompts }: z.output<typeof startInputSchema>): string[] {
  if (prompt !== undefined && prompts !== undefined)
    throw badFields({ prompts: 'give prompt or prompts, not both' })
  if (prompts) return prompts
  if (prompt === undefined) throw badFields({ prompt: 'is required, unless prompts is given' })
  return [prompt]
}

/** As {@link takeProject}; null for an analysis of no project. */
function takeProjectIfAny(
  ctx: Ctx,
  input: MayNameProject<StartInput>,
): { projectId: string | null; body: StartInput } {
  const { actor } = ctx
  const has = actor.type === 'key' ? actor.projectId !== null : input.projectId !== undefined
  return has ? takeProject(ctx, input) : { projectId: null, body: input }
}

async function checkOwn(ctx: Ctx, db: Prisma.TransactionClient, id: string): Promise<void> {
  // A key is deleted with its project.
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
