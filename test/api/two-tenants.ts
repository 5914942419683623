import { expect } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { inviteMember } from '../../src/core/invitations/invite.ts'
import { createMember } from '../../src/core/members/create.ts'
import { globalIdOf } from '../../src/graphql/foundation/global-id.ts'
import { eventually } from '../eventually.ts'
import type { World } from '../world.ts'
import { addAlert } from './alert.ts'
import { addFeature } from './brand-fact.ts'
import { ask } from './graphql-client.ts'
import { createSession } from './member-client.ts'
import { addOpportunity } from './opportunity.ts'
import { createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import type { Receiver } from './webhook-receiver.ts'

/** Contained in every text of the tenant that other tenants must not see. */
export const MARK = 'Zyzzyva'

/** An object of a tenant: its node type and both of its ids. */
export interface Sample {
  typename: string
  databaseId: string
  globalId: string
}

/** A tenant with an object of every node type. */
export interface Tenant extends RunProject {
  /** The user with a membership in the organization. */
  userId: string
  /** A key of another project in the organization. */
  otherKey: string
  samples: Sample[]
}

/** Creates a tenant with completed runs and analyses and a delivered webhook. All its texts contain `mark`. */
export async function createTenant(world: World, receiver: Receiver, mark: string): Promise<Tenant> {
  const { prisma } = world.operator.db
  const project = await createRunProject(world, await createClient(world), {
    prompts: [{ text: `Is ${mark} best?`, tags: [`${mark} tag`] }],
    competitors: [`${mark} Rival`],
  })
  const { organizationId, projectId, key } = project
  await prisma.organization.update({
    where: { id: organizationId },
    data: { name: mark, creditBalance: 100 },
  })
  const texts = { displayName: mark, analysisBrandName: mark, description: mark, aliases: [`${mark}s`] }
  await prisma.project.update({ where: { id: projectId }, data: texts })
  await prisma.setupProposal.create({
    data: { id: newId(), projectId, kind: 'competitor', payload: { name: `${mark} Labs`, url: null } },
  })
  await prisma.projectWebhook.create({
    data: { id: newId(), projectId, url: `${receiver.url}/${mark}`, events: ['run.failed'] },
  })
  await addFeature(world, projectId, mark)
  await prisma.shareLink.create({
    data: {
      id: newId(),
      projectId,
      name: mark,
      tokenHash: new TextEncoder().encode(newId()),
      locale: 'en-GB',
      timezone: 'UTC',
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + 86_400_000),
    },
  })
  await addAlert(world, projectId, mark)
  const member = await createMember({
    ctx: world.operator,
    input: { organizationId, email: `${mark}@example.com` },
  })
  await createSession(world, member.id, mark)
  await inviteMember({ ctx: world.operator, input: { organizationId, email: `${mark}.guest@example.com` } })
  const runId = await project.run()
  const { reextractProject } = await ask(
    world,
    key,
    'mutation { reextractProject(input: {}) { reextractions { databaseId run { databaseId } } } }',
  )
  const [ofRun] = reextractProject.reextractions
  expect(ofRun.run.databaseId).toBe(runId)
  const reextraction = { where: { id: ofRun.databaseId } }
  await eventually(async () =>
    expect((await prisma.reextraction.findUniqueOrThrow(reextraction)).status).toBe('completed'),
  )
  const input = {
    prompt: `Is ${mark} best?`,
    brandName: mark,
    providers: ['chatgpt'],
    locations: ['US'],
    replicates: 1,
    webhook: { url: `${receiver.url}?${mark}` },
  }
  const { startAsyncAnalysis } = await ask(
    world,
    project.organizationKey,
    'mutation ($input: StartAsyncAnalysisInput!) { startAsyncAnalysis(input: $input) { asyncAnalysis { analysisId } } }',
    { input },
  )
  await world.ended(startAsyncAnalysis.asyncAnalysis.analysisId)
  await receiver.next()
  await eventually(async () =>
    expect((await prisma.webhookDelivery.findFirstOrThrow({ where: { organizationId } })).status).toBe(
      'delivered',
    ),
  )
  await addOpportunity(world, { organizationId, projectId })
  // An open opportunity without a note is deleted once no run shows it any more.
  await prisma.opportunity.updateMany({ where: { projectId }, data: { note: mark } })
  const samples = await samplesOf(world, project)
  const secondProject = await world.project({ organizationId, name: 'Another' })
  const { key: otherKey } = await world.projectKey(secondProject.id)
  return { ...project, userId: member.id, otherKey, samples }
}

async function samplesOf(world: World, { organizationId, projectId }: RunProject): Promise<Sample[]> {
  const { prisma } = world.operator.db
  const ofOrganization = { where: { organizationId } }
  const ofProject = { where: { projectId } }
  const batches = await prisma.batch.findMany(ofOrganization)
  const ofBatches = { where: { batchId: { in: batches.map(({ id }) => id) } } }
  const rows: Record<string, { id: string }[]> = {
    Organization: [{ id: organizationId }],
    Project: [{ id: projectId }],
    ApiKey: await prisma.apiKey.findMany(ofOrganization),
    Member: (await prisma.member.findMany(ofOrganization)).flatMap(({ id, userId }) => [
      { id },
      { id: userId },
    ]),
    Membership: await prisma.member.findMany(ofOrganization),
    ProviderCredential: [{ id: `${organizationId}.openai` }],
    Invitation: await prisma.invitation.findMany(ofOrganization),
    Session: await prisma.session.findMany({ where: { user: { members: { some: { organizationId } } } } }),
    Tag: await prisma.tag.findMany(ofProject),
    Competitor: await prisma.competitor.findMany(ofProject),
    BrandFact: await prisma.brandFact.findMany(ofProject),
    Alert: await prisma.alert.findMany(ofProject),
    Opportunity: await prisma.opportunity.findMany(ofProject),
    Prompt: await prisma.prompt.findMany(ofProject),
    SetupProposal: await prisma.setupProposal.findMany(ofProject),
    AnalysisRun: batches.filter(({ kind }) => kind === 'run'),
    AsyncAnalysis: batches
      .filter(({ kind }) => kind === 'async')
      .flatMap(({ id, analysisId }) => [{ id }, { id: analysisId ?? '' }]),
    AnalysisResult: await prisma.result.findMany(ofBatches),
    Reextraction: await prisma.reextraction.findMany(ofBatches),
    ProjectReextraction: await prisma.projectReextraction.findMany(ofProject),
    ProjectWebhook: await prisma.projectWebhook.findMany(ofProject),
    ShareLink: await prisma.shareLink.findMany(ofProject),
    CreditEntry: await prisma.creditEntry.findMany(ofOrganization),
    AuditEntry: await prisma.auditEntry.findMany(ofOrganization),
    WebhookDelivery: await prisma.webhookDelivery.findMany(ofOrganization),
    Provider: [{ id: 'chatgpt' }],
  }
  return Object.entries(rows).flatMap(([typename, objects]) =>
    objects.map(({ id }) => ({ typename, databaseId: id, globalId: globalIdOf(typename, id) })),
  )
}

/** Returns all rows of a tenant, except for the times when its keys were last used. */
export async function everythingOf(world: World, { organizationId }: Pick<RunProject, 'organizationId'>) {
  const { prisma } = world.operator.db
  const ofOrganization = { where: { organizationId } }
  const ofProjects = { where: { project: { organizationId } } }
  const keys = await prisma.apiKey.findMany({ ...ofOrganization, orderBy: { id: 'asc' } })
  return {
    organization: await prisma.organization.findUnique({ where: { id: organizationId } }),
    members: await prisma.member.findMany(ofOrganization),
    invitations: await prisma.invitation.findMany(ofOrganization),
    passwordResets: await prisma.passwordReset.findMany(ofOrganization),
    sessions: await prisma.session.findMany({ where: { user: { members: { some: { organizationId } } } } }),
    keys: keys.map(({ lastUsedAt: _, ...key }) => key),
    credentials: (
      await prisma.providerCredential.findMany({ ...ofOrganization, orderBy: { id: 'asc' } })
    ).map(({ vendor, masks, checkStatus, dailySpendUsd }) => ({ vendor, masks, checkStatus, dailySpendUsd })),
    credits: await prisma.creditEntry.findMany({ ...ofOrganization, orderBy: { id: 'asc' } }),
    projects: await prisma.project.findMany({ ...ofOrganization, orderBy: { id: 'asc' } }),
    prompts: await prisma.prompt.findMany({ ...ofProjects, include: { tags: true }, orderBy: { id: 'asc' } }),
    competitors: await prisma.competitor.findMany({ ...ofProjects, orderBy: { id: 'asc' } }),
    facts: await prisma.brandFact.findMany({ ...ofProjects, orderBy: { id: 'asc' } }),
    tags: await prisma.tag.findMany({ ...ofProjects, orderBy: { id: 'asc' } }),
    schedules: await prisma.schedule.findMany({ ...ofProjects, orderBy: { projectId: 'asc' } }),
    proposals: await prisma.setupProposal.findMany({ ...ofProjects, orderBy: { id: 'asc' } }),
    batches: await prisma.batch.findMany({ ...ofOrganization, orderBy: { id: 'asc' } }),
    results: await prisma.result.findMany({ where: { batch: { organizationId } }, orderBy: { id: 'asc' } }),
    reextractions: await prisma.reextraction.findMany({ where: { batch: { organizationId } } }),
    projectReextractions: await prisma.projectReextraction.findMany(ofProjects),
    webhooks: await prisma.projectWebhook.findMany({ ...ofProjects, orderBy: { id: 'asc' } }),
    shareLinks: await prisma.shareLink.findMany({ ...ofProjects, orderBy: { id: 'asc' } }),
    reportSchedules: await prisma.reportSchedule.findMany({ ...ofProjects, orderBy: { projectId: 'asc' } }),
    branding: await prisma.branding.findMany(ofOrganization),
    deliveries: await prisma.webhookDelivery.findMany({ ...ofOrganization, orderBy: { id: 'asc' } }),
  }
}
