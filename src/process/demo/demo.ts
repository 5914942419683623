import { authorize } from '../../core/access/authorize.ts'
import { readBatches } from '../../core/batches/read.ts'
import { subscribeToBatch } from '../../core/batches/subscribe.ts'
import type { AppCtx } from '../../core/context.ts'
import { newId } from '../../core/foundation/ids.ts'
import { transaction } from '../../core/foundation/transaction.ts'
import { createOrganization } from '../../core/organizations/create.ts'
import { createProject } from '../../core/projects/create.ts'
import { startRun } from '../../core/runs/start.ts'
import { updateSettings } from '../../core/settings/update.ts'
import { DEMO_PROMPTS } from './prompts.ts'
import { asksOnlySimulated, executeRun } from './run.ts'

const ORGANIZATION = 'Answergraph demo'
const BRAND = { name: 'Taskfern', url: 'https://taskfern.example' }
const COMPETITORS = ['Planloom', 'Quillstack', 'Norvella Boards', 'Kanbrio']

/** Ids of the demo. */
export interface Demo {
  organizationId: string
  projectId: string
}

/** Creates the demo organization with a project, or finds the existing ones. Operators only. */
export async function seedDemo({ ctx }: { ctx: AppCtx }): Promise<Demo> {
  authorize(ctx, 'operate')
  const existing = await ctx.db.prisma.organization.findFirst({
    where: { name: ORGANIZATION },
    include: { projects: { orderBy: { id: 'asc' }, take: 1 } },
  })
  const organization =
    existing ??
    (await createOrganization({ ctx, input: { name: ORGANIZATION, plan: 'pro', credits: 10_000 } }))
  const project =
    existing?.projects[0] ??
    (await createProject({ ctx, input: { organizationId: organization.id, ...BRAND } }))
  const demo = { organizationId: organization.id, projectId: project.id }
  // An earlier start may have been killed before this step. The count includes deleted prompts.
  if ((await ctx.db.prisma.prompt.count({ where: { projectId: project.id } })) === 0)
    await fillProject(ctx, demo)
  return demo
}

async function fillProject(ctx: AppCtx, { organizationId, projectId }: Demo): Promise<void> {
  const simulated = simulatedTokens(ctx)
  const providers = simulated.length > 0 ? simulated : ctx.deps.providers.of(null).tokens()
  const competitors = COMPETITORS.map((name) => ({
    name,
    url: `https://${name.toLowerCase().replaceAll(' ', '-')}.example`,
  }))
  const prompts = DEMO_PROMPTS.map((prompt) => ({ ...prompt, providers }))
  await updateSettings({ ctx: asAdmin(ctx, organizationId), input: { projectId, competitors, prompts } })
}

function asAdmin(ctx: AppCtx, organizationId: string): AppCtx {
  return { ...ctx, actor: { type: 'member', userId: newId(), organizationId, role: 'admin' } }
}

/** Returns the simulated providers. Real ones do not know the demo's fictional brand, so asking them would waste money. */
function simulatedTokens(ctx: AppCtx): string[] {
  const providers = ctx.deps.providers.of(null).list()
  return providers.filter(({ state }) => state === 'simulated').map(({ id }) => id)
}

/**
 * Executes the first run of the demo project, and waits until it has ended. Requires workers. Skipped if the project already has
 * a completed run, or if all providers are real.
 */
export async function runDemo({ ctx, input: demo }: { ctx: AppCtx; input: Demo }): Promise<void> {
  if (simulatedTokens(ctx).length === 0) return
  const { organizationId, projectId } = demo
  const member = asAdmin(ctx, organizationId)
  const runs = await readBatches(member, { projectId, kind: 'run' })
  if (runs.some(({ finishedAt }) => finishedAt)) return
  const runId = runs[0]?.id ?? (await startFirstRun(ctx, projectId))
  for await (const _ of subscribeToBatch(member, runId)) {
    // The loop ends with the final state of the run.
  }
}

async function startFirstRun(ctx: AppCtx, projectId: string): Promise<string> {
  if (await asksOnlySimulated(ctx, projectId)) return executeRun(ctx, projectId)
  const run = { projectId, trigger: 'schedule' as const, now: ctx.now() }
  const { id } = await transaction(ctx, (tx) => startRun(tx, run))
  return id
}
