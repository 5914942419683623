import { newId } from '../../src/core/foundation/ids.ts'
import { createPrompt } from '../../src/core/prompts/create.ts'
import { createTenant as createFullTenant } from '../api/two-tenants.ts'
import { openReceiver } from '../api/webhook-receiver.ts'
import { createWorld, type World } from '../world.ts'
import { type Objects, type Tenant, tenantOf } from './tenant.ts'

/** Names in {@link Objects} of the ids of GraphQL types. */
const NAMES: Readonly<Record<string, string>> = {
  Alert: 'alertId',
  AnalysisRun: 'runId',
  AnalysisResult: 'resultId',
  ApiKey: 'keyId',
  BrandFact: 'factId',
  Competitor: 'competitorId',
  AuditEntry: 'auditEntryId',
  CreditEntry: 'creditEntryId',
  Invitation: 'invitationId',
  Member: 'memberId',
  Project: 'projectId',
  ProjectReextraction: 'projectReextractionId',
  ProjectWebhook: 'webhookId',
  ShareLink: 'shareLinkId',
  Opportunity: 'opportunityId',
  Prompt: 'promptId',
  Reextraction: 'reextractionId',
  Session: 'sessionId',
  AsyncAnalysis: 'asyncAnalysisId',
  SetupProposal: 'proposalId',
  Tag: 'tagId',
  WebhookDelivery: 'deliveryId',
}

const CALLERS = ['project key', 'organization key', 'admin key', 'admin', 'member'] as const

/** A world with workers and two tenants, each with an object of every type. */
export interface RichWorld {
  world: World
  own: Tenant
  other: Tenant
  close(): Promise<void>
}

export async function openRichWorld(): Promise<RichWorld> {
  const receiver = await openReceiver()
  const world = await createWorld({
    environment: { OUTBOUND_ALLOW: receiver.address, TRUST_PROXY: '127.0.0.1' },
  })
  const tenant = async (mark: string): Promise<Tenant> => {
    const { organizationId, samples, run, freeManualRun } = await createFullTenant(world, receiver, mark)
    const ids = samples.flatMap(({ typename, databaseId }) => {
      const name = NAMES[typename]
      return name ? [[name, databaseId] as const] : []
    })
    const analysis = samples.find(({ databaseId }) => databaseId.startsWith('aa_'))
    // Reversed, so that the first sample of a type wins.
    const objects: Objects = Object.fromEntries(ids.toReversed()) as Objects
    const { prisma } = world.operator.db
    const { id: projectId } = await prisma.project.update({
      where: { id: objects.projectId },
      data: { analysisBrandName: 'Taskfern' },
    })
    // Only labels of a brand that the answer mentions can be corrected, and simulated answers are random.
    const { id: resultId } = await prisma.result.findFirstOrThrow({
      where: { batch: { projectId, kind: 'run' }, mentioned: true },
    })
    objects.resultId = resultId
    const prompt = { projectId, text: 'Which list?', tags: [mark] }
    objects.otherPromptId = (await createPrompt({ ctx: world.member(organizationId), input: prompt })).id
    await freeManualRun()
    objects.latestRunId = await run()
    const all: Objects = { ...objects, organizationId, analysisId: analysis?.databaseId ?? '' }
    const created = tenantOf(world, all)
    for (const caller of CALLERS) await created.credentials(caller)
    // The session must belong to the calling admin, because members see only their own sessions and memberships.
    const where = { user: { members: { some: { organizationId, role: 'admin' as const } } } }
    const { id, userId } = await prisma.session.findFirstOrThrow({ where })
    all.sessionId = id
    all.membershipId = (await prisma.member.findFirstOrThrow({ where: { userId } })).id
    return created
  }
  const own = await tenant('Vrumtara')
  const other = await tenant('Zyzzyva')
  return {
    world,
    own,
    other,
    async close() {
      await world.close()
      await receiver.close()
    },
  }
}

/** Returns new ids that do not exist, with the same names. */
export function missing(objects: Objects): Objects {
  return Object.fromEntries(
    Object.keys(objects).map((name) => [name, name === 'analysisId' ? `aa_${'0'.repeat(52)}` : newId()]),
  ) as Objects
}
