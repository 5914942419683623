import { authorize } from '../authorize.ts'
import { readBatches } from '../batches/read.ts'
import { watchBatch } from '../batches/watch.ts'
import type { Ctx } from '../context.ts'
import { newId } from '../ids.ts'
import { createOrganization } from '../organizations/create.ts'
import { createProject } from '../projects/create.ts'
import { startRun } from '../runs/start.ts'
import { canonicalKey } from '../text.ts'
import { transaction } from '../transaction.ts'

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

export interface Demo {
  organizationId: string
  projectId: string
}

/** Makes the demo organization with a project to look at, once; a later call finds what is there. */
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
      providers: ctx.deps.providers.tokens(),
      locations: ['US'],
    })),
  })
}

/** Runs the demo project once, if it never was, and waits until the run has ended. Needs workers. */
export async function runDemo({ ctx, input: demo }: { ctx: Ctx; input: Demo }): Promise<void> {
  const { organizationId, projectId } = demo
  const member: Ctx = { ...ctx, actor: { type: 'member', userId: newId(), organizationId, role: 'admin' } }
  const [known] = await readBatches(member, { projectId, kind: 'run' })
  const run =
    known ??
    (await transaction(ctx, (tx) => startRun(tx, { projectId, trigger: 'schedule', now: ctx.now() })))
  for await (const _ of watchBatch(member, run.id)) {
    // Only the end counts.
  }
}
