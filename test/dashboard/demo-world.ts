import { inviteMember } from '../../src/core/invitations/invite.ts'
import { runDemo, seedDemo } from '../../src/process/demo/demo.ts'
import { addAlert } from '../api/alert.ts'
import { createClient } from '../api/rest-client.ts'
import { openReceiver } from '../api/webhook-receiver.ts'
import { createWorld, type World } from '../world.ts'
import { type DashboardPage, pagesOf } from './pages.ts'

/** A world with data on every page. */
export interface DemoWorld {
  world: World
  organizationId: string
  projectId: string
  pages: DashboardPage[]
}

/**
 * Creates a world with the demo project, its run, an analysis with a webhook, a fact, an alert, API keys and an
 * invitation.
 */
export async function openDemoWorld(): Promise<DemoWorld> {
  const receiver = await openReceiver()
  const world = await createWorld({ environment: { OUTBOUND_ALLOW: receiver.address } })
  const ctx = world.operator
  const demo = await seedDemo({ ctx })
  const { organizationId, projectId } = demo
  await runDemo({ ctx, input: demo })
  const { key } = await world.projectKey(projectId)
  await world.organizationKey(organizationId, { admin: true })
  const input = { organizationId, email: 'invited@example.com', role: 'member' as const }
  await inviteMember({ ctx: world.member(organizationId), input })
  const call = await createClient(world)
  const { body } = await call('POST /v1/async-analysis', {
    key,
    json: {
      prompts: ['Best project planner?', 'Which kanban board do agencies use?'],
      replicates: 1,
      providers: ['chatgpt', 'gemini'],
      locations: ['US', 'DE'],
      webhook: { url: receiver.url },
    },
  })
  if (!body.data) throw new Error(JSON.stringify(body))
  await world.ended(body.data.analysisId)
  await receiver.next()
  await receiver.close()
  const run = await ctx.db.prisma.batch.findFirstOrThrow({ where: { projectId, kind: 'run' } })
  const result = await ctx.db.prisma.result.findFirstOrThrow({ where: { batchId: run.id, status: 'ok' } })
  await call('POST /v1/facts', { key, json: { kind: 'founded', year: 2015 } })
  const alertId = await addAlert(world, projectId)
  const ids = { organizationId, projectId, runId: run.id, resultId: result.id, alertId }
  return { world, organizationId, projectId, pages: pagesOf({ ...ids, analysisId: body.data.analysisId }) }
}
