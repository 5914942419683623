import { newId } from '../../src/core/ids.ts'
import { createPrompt } from '../../src/core/prompts/create.ts'
import { createTenant as createFullTenant } from '../api/two-tenants.ts'
import { openReceiver } from '../api/webhook-receiver.ts'
import { createWorld, type World } from '../world.ts'
import { type Objects, type Tenant, tenantOf } from './tenant.ts'

/** The name under which {@link Objects} have the object of a type of GraphQL. */
const NAMES: Readonly<Record<string, string>> = {
  AnalysisRun: 'runId',
  AnalysisResult: 'resultId',
  ApiKey: 'keyId',
  Competitor: 'competitorId',
  CreditEntry: 'creditEntryId',
  Invitation: 'invitationId',
  Member: 'memberId',
  Project: 'projectId',
  ProjectReextraction: 'projectReextractionId',
  Prompt: 'promptId',
  Reextraction: 'reextractionId',
  Session: 'sessionId',
  AsyncAnalysis: 'asyncAnalysisId',
  SetupProposal: 'proposalId',
  Tag: 'tagId',
  WebhookDelivery: 'deliveryId',
}

const CALLERS = ['project key', 'organization key', 'admin key', 'admin', 'member'] as const

/** A world in which work is executed, with two tenants that have an object of every type. */
export interface RichWorld {
  world: World
  own: Tenant
  other: Tenant
  close(): Promise<void>
}

/** Opens one. */
export async function openRichWorld(): Promise<RichWorld> {
  const receiver = await openReceiver()
  const world = await createWorld({
    environment: { OUTBOUND_ALLOW: receiver.address, TRUST_PROXY: '127.0.0.1' },
  })
  const tenant = async (mark: string): Promise<Tenant> => {
    const { organizationId, samples, run, freeManualRun } = await createFullTenant(world, receiver, mark)
    const found = samples.flatMap(({ typename, databaseId }) => {
      const name = NAMES[typename]
      return name ? [[name, databaseId] as const] : []
    })
    const analysis = samples.find(({ databaseId }) => databaseId.startsWith('aa_'))
    // The first object of a type is meant: of the two ids of a member, that of the member.
    const objects: Objects = Object.fromEntries(found.toReversed()) as Objects
    const { prisma } = world.operator.db
    const { id: projectId } = await prisma.project.update({
      where: { id: objects.projectId },
      data: { analysisBrandName: 'Taskfern' },
    })
    const prompt = { projectId, text: 'Which list?', tags: [mark] }
    objects.otherPromptId = (await createPrompt({ ctx: world.member(organizationId), input: prompt })).id
    await freeManualRun()
    objects.latestRunId = await run()
    const all: Objects = { ...objects, organizationId, analysisId: analysis?.databaseId ?? '' }
    const created = tenantOf(world, all)
    for (const caller of CALLERS) await created.credentials(caller)
    // That of the admin who calls: members see their own sessions and memberships only.
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

/** Ids that nothing has, for the same names. */
export function missing(objects: Objects): Objects {
  return Object.fromEntries(
    Object.keys(objects).map((name) => [name, name === 'analysisId' ? `aa_${'0'.repeat(52)}` : newId()]),
  ) as Objects
}
