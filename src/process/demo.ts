import { authorize } from '../core/authorize.ts'
import { readBatches } from '../core/batches/read.ts'
import { subscribeToBatch } from '../core/batches/subscribe.ts'
import type { Ctx } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { createOrganization } from '../core/organizations/create.ts'
import { createProject } from '../core/projects/create.ts'
import { startRun } from '../core/runs/start.ts'
import { updateSettings } from '../core/settings/update.ts'
import { transaction } from '../core/transaction.ts'
import { DEMO_PROMPTS } from './demo-prompts.ts'
import { asksOnlySimulated, executeRun } from './demo-run.ts'

const ORGANIZATION = 'Answergraph demo'
const BRAND = { name: 'Taskfern', url: 'https://taskfern.example' }
const COMPETITORS = ['Planloom', 'Quillstack', 'Norvella Boards', 'Kanbrio']

/** The ids of the demo. */
export interface Demo {
  organizationId: string
  projectId: string
}

/** Creates the demo organization with a project; a later call finds the existing ones. Operators only. */
export async function seedDemo({ ctx }: { ctx: Ctx }): Promise<Demo> {
  authorize(ctx, 'operate')
  const found = await ctx.db.prisma.organization.findFirst({
    where: { name: ORGANIZATION },
    include: { projects: { orderBy: { id: 'asc' }, take: 1 } },
  })
  const organization =
    found ?? (await createOrganization({ ctx, input: { name: ORGANIZATION, plan: 'pro', credits: 10_000 } }))
  const project =
    found?.projects[0] ?? (await createProject({ ctx, input: { organizationId: organization.id, ...BRAND } }))
  const demo = { organizationId: organization.id, projectId: project.id }
  // Also after a start that was killed before this; deleted prompts are still counted.
  if ((await ctx.db.prisma.prompt.count({ where: { projectId: project.id } })) === 0)
    await fillProject(ctx, demo)
  return demo
}

async function fillProject(ctx: Ctx, { organizationId, projectId }: Demo): Promise<void> {
  const simulated = simulatedTokens(ctx)
  const providers = simulated.length > 0 ? simulated : ctx.deps.providers.tokens()
  const competitors = COMPETITORS.map((name) => ({
    name,
    url: `https://${name.toLowerCase().replaceAll(' ', '-')}.example`,
  }))
  const prompts = DEMO_PROMPTS.map((prompt) => ({ ...prompt, providers }))
  await updateSettings({ ctx: adminOf(ctx, organizationId), input: { projectId, competitors, prompts } })
}

function adminOf(ctx: Ctx, organizationId: string): Ctx {
  return { ...ctx, actor: { type: 'member', userId: newId(), organizationId, role: 'admin' } }
}

/** The providers that know the demo's brand, which is made up: asking a real one about it would cost money for nothing. */
function simulatedTokens(ctx: Ctx): string[] {
  const providers = ctx.deps.providers.list()
  return providers.filter(({ state }) => state === 'simulated').map(({ id }) => id)
}

/**
 * Executes a run of the demo project unless it has one, and waits until it has ended. Needs workers. Does nothing where every
 * provider is real.
 */
export async function runDemo({ ctx, input: demo }: { ctx: Ctx; input: Demo }): Promise<void> {
  if (simulatedTokens(ctx).length === 0) return
  const { organizationId, projectId } = demo
  const member = adminOf(ctx, organizationId)
  const runs = await readBatches(member, { projectId, kind: 'run' })
  if (runs.some(({ finishedAt }) => finishedAt)) return
  const runId = runs[0]?.id ?? (await startFirstRun(ctx, projectId))
  for await (const _ of subscribeToBatch(member, runId)) {
    // Iterated only to wait for the final state.
  }
}

async function startFirstRun(ctx: Ctx, projectId: string): Promise<string> {
  if (await asksOnlySimulated(ctx, projectId)) return executeRun(ctx, projectId)
  const run = { projectId, trigger: 'schedule' as const, now: ctx.now() }
  const { id } = await transaction(ctx, (tx) => startRun(tx, run))
  return id
}
