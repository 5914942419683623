import { authorize } from '../core/authorize.ts'
import { readBatches } from '../core/batches/read.ts'
import { subscribeToBatch } from '../core/batches/subscribe.ts'
import type { Ctx } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { createOrganization } from '../core/organizations/create.ts'
import { createProject } from '../core/projects/create.ts'
import { startRun } from '../core/runs/start.ts'
import { canonicalKey } from '../core/text.ts'
import { transaction } from '../core/transaction.ts'

const ORGANIZATION = 'Answergraph demo'
const BRAND = { name: 'Taskfern', url: 'https://taskfern.example' }
const COMPETITORS = ['Planloom', 'Quillstack', 'Norvella Boards', 'Kanbrio']
const PROMPTS = [
  'What is the best project management software for small teams?',
  'Which task management tools do remote companies use?',
  'Is Taskfern better than Planloom?',
  'Recommend a kanban app for a marketing agency',
  'What should I look for in project planning software?',
]

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
  if (!found?.projects[0]) await fillProject(ctx, project.id)
  return { organizationId: organization.id, projectId: project.id }
}

async function fillProject(ctx: Ctx, projectId: string): Promise<void> {
  const simulated = simulatedTokens(ctx)
  await ctx.db.prisma.competitor.createMany({
    data: COMPETITORS.map((name, ordinal) => ({
      id: newId(),
      projectId,
      name,
      canonicalKey: canonicalKey(name),
      url: `https://${name.toLowerCase().replaceAll(' ', '-')}.example`,
      ordinal,
    })),
  })
  await ctx.db.prisma.prompt.createMany({
    data: PROMPTS.map((text) => ({
      id: newId(),
      projectId,
      text,
      providers: simulated.length > 0 ? simulated : ctx.deps.providers.tokens(),
      locations: ['US'],
    })),
  })
}

/** The providers that know the demo's brand, which is made up: asking a real one about it would cost money for nothing. */
function simulatedTokens(ctx: Ctx): string[] {
  const providers = ctx.deps.providers.list()
  return providers.filter(({ state }) => state === 'simulated').map(({ id }) => id)
}

/**
 * Starts a run of the demo project unless it has one, and waits until it has ended. Needs workers. Does nothing where every
 * provider is real.
 */
export async function runDemo({ ctx, input: demo }: { ctx: Ctx; input: Demo }): Promise<void> {
  if (simulatedTokens(ctx).length === 0) return
  const { organizationId, projectId } = demo
  const member: Ctx = { ...ctx, actor: { type: 'member', userId: newId(), organizationId, role: 'admin' } }
  const [known] = await readBatches(member, { projectId, kind: 'run' })
  const run =
    known ??
    (await transaction(ctx, (tx) => startRun(tx, { projectId, trigger: 'schedule', now: ctx.now() })))
  for await (const _ of subscribeToBatch(member, run.id)) {
    // Iterated only to wait for the final state.
  }
}
