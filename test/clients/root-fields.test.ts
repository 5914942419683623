import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantCredits } from '../../src/core/credits/grant.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { inviteMember } from '../../src/core/invitations/invite.ts'
import { saveCredential } from '../../src/core/provider-credentials/save.ts'
import { createShareLink } from '../../src/core/share-links/create.ts'
import { schema } from '../../src/graphql/engine/schema.ts'
import { addFeature } from '../api/brand-fact.ts'
import { type GraphqlResult, results, send } from '../api/graphql-client.ts'
import { asMember, type Outcome } from '../api/graphql-member.ts'
import { createPerson, createSession } from '../api/member-client.ts'
import { addOpportunity } from '../api/opportunity.ts'
import { createClient } from '../api/rest-client.ts'
import { createRunProject } from '../api/run-project.ts'
import { runWithAnswers } from '../api/scripted-run.ts'
import { createWorld, type World } from '../world.ts'

/** Ids of one object of each kind, for the variables of the operations. */
type Ids = Record<
  | 'project'
  | 'otherProject'
  | 'prompt'
  | 'competitor'
  | 'otherCompetitor'
  | 'tag'
  | 'otherTag'
  | 'otherPrompt'
  | 'run'
  | 'result'
  | 'analysis'
  | 'reextraction'
  | 'projectReextraction'
  | 'proposal'
  | 'delivery'
  | 'webhook'
  | 'shareLink'
  | 'apiKey'
  | 'session'
  | 'member'
  | 'otherMember'
  | 'invitation'
  | 'opportunity'
  | 'fact',
  string
>

/** An operation with one root field, and its caller. The default caller is the project key. */
interface RootDocument {
  document: string
  variables?: (ids: Ids) => Record<string, unknown>
  as?: 'organization' | 'member'
}

const mutation = (
  name: string,
  input: (ids: Ids) => object,
  selection: string,
  as?: RootDocument['as'],
): RootDocument => ({
  document: `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${selection} } }`,
  variables: (ids) => ({ input: input(ids) }),
  ...(as && { as }),
})

const ASKED = { prompt: 'Which board?', providers: ['chatgpt'], locations: ['US'], replicates: 1 }

const READER = { email: 'reader@example.com' }

const ROOT_DOCUMENTS: Record<string, RootDocument> = {
  asyncAnalysis: {
    document: 'query ($id: ID!) { asyncAnalysis(id: $id) { analysisId } }',
    variables: ({ analysis }) => ({ id: analysis }),
  },
  node: {
    document: 'query ($id: ID!) { node(id: $id) { __typename id } }',
    variables: ({ prompt }) => ({ id: prompt }),
  },
  nodes: {
    document: 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }',
    variables: ({ prompt, otherPrompt }) => ({ ids: [prompt, otherPrompt] }),
  },
  project: {
    document: 'query ($id: ID!) { project(id: $id) { name } }',
    variables: ({ project }) => ({ id: project }),
  },
  providers: { document: '{ providers { token } }' },
  result: {
    document: 'query ($id: ID!) { result(id: $id) { answer } }',
    variables: ({ result }) => ({ id: result }),
  },
  run: {
    document: 'query ($id: ID!) { run(id: $id) { status } }',
    variables: ({ run }) => ({ id: run }),
  },
  viewer: { document: '{ viewer { organization { name } } }' },

  cancelAsyncAnalysis: mutation(
    'cancelAsyncAnalysis',
    ({ analysis }) => ({ analysisId: analysis }),
    'asyncAnalysis { status }',
  ),
  cancelProjectReextraction: mutation(
    'cancelProjectReextraction',
    ({ projectReextraction }) => ({ projectReextractionId: projectReextraction }),
    'projectReextraction { status }',
  ),
  cancelReextraction: mutation(
    'cancelReextraction',
    ({ reextraction }) => ({ reextractionId: reextraction }),
    'reextraction { status }',
  ),
  cancelRun: mutation('cancelRun', ({ run }) => ({ runId: run }), 'run { status }'),
  changePromptTags: mutation(
    'changePromptTags',
    ({ prompt }) => ({ promptId: prompt, add: ['One'], remove: ['Two'] }),
    'prompt { tags { name } }',
  ),
  changePrompts: mutation('changePrompts', () => ({ create: [{ text: 'Of many?' }] }), 'created { id }'),
  createApiKey: mutation('createApiKey', () => ({ name: 'New' }), 'key apiKey { id }', 'member'),
  createProject: mutation('createProject', () => ({ name: 'New' }), 'project { id }', 'organization'),
  createPrompt: mutation('createPrompt', () => ({ text: 'New?' }), 'prompt { id }'),
  decideProposal: mutation(
    'decideProposal',
    ({ proposal }) => ({ proposalId: proposal, accept: true }),
    'proposal { accepted }',
  ),
  deleteProject: mutation(
    'deleteProject',
    ({ otherProject }) => ({ projectId: otherProject }),
    'deletedProjectId',
    'organization',
  ),
  deletePrompt: mutation('deletePrompt', ({ otherPrompt }) => ({ promptId: otherPrompt }), 'deletedPromptId'),
  endSession: mutation('endSession', ({ session }) => ({ sessionId: session }), 'endedSessionId', 'member'),
  // Tests run in this order, so this test also ends the session of the previous test.
  endOtherSessions: mutation('endOtherSessions', () => ({}), 'endedSessionIds', 'member'),
  estimateSearchVolume: mutation(
    'estimateSearchVolume',
    () => ({ keyword: 'boards', country: 'US', idempotencyKey: 'once' }),
    'searchVolume { monthlyVolume }',
    'organization',
  ),
  inviteMember: mutation(
    'inviteMember',
    () => ({ email: 'guest@example.com' }),
    'link invitation { email }',
    'member',
  ),
  createShareLink: mutation('createShareLink', () => ({ name: 'For the board' }), 'url shareLink { status }'),
  revokeShareLink: mutation(
    'revokeShareLink',
    ({ shareLink }) => ({ shareLinkId: shareLink }),
    'shareLink { status }',
  ),
  setReportSchedule: mutation(
    'setReportSchedule',
    () => ({ recipients: [READER] }),
    'reportSchedule { hour }',
  ),
  // The previous test makes the reader a recipient.
  sendTestReport: mutation('sendTestReport', () => READER, 'reportDelivery { status }'),
  setBranding: mutation('setBranding', () => ({ color: '#7a1fa2' }), 'branding { color }', 'member'),
  addFact: mutation('addFact', () => ({ kind: 'FOUNDED', year: 2015 }), 'fact { text }'),
  updateFact: mutation(
    'updateFact',
    ({ fact }) => ({ factId: fact, kind: 'FEATURE', name: 'sync', available: true }),
    'fact { text }',
  ),
  removeFact: mutation('removeFact', ({ fact }) => ({ factId: fact }), 'removedFactId'),
  markAlertsRead: mutation('markAlertsRead', ({ project }) => ({ projectId: project }), 'marked', 'member'),
  muteAlerts: mutation(
    'muteAlerts',
    () => ({ kind: 'SITE_LOST', subject: 'news.example' }),
    'mute { muted }',
  ),
  updateAlertRule: mutation(
    'updateAlertRule',
    () => ({ kind: 'SITE_LOST', enabled: false }),
    'rule { enabled }',
  ),
  setAlertPreferences: mutation(
    'setAlertPreferences',
    () => ({ email: 'WEEKLY' }),
    'preferences { email }',
    'member',
  ),
  testWebhook: mutation('testWebhook', ({ webhook }) => ({ webhookId: webhook }), 'delivery { status }'),
  createWebhook: mutation('createWebhook', () => ({ url: 'https://1.1.1.1/' }), 'webhook { id }'),
  deleteWebhook: mutation('deleteWebhook', ({ webhook }) => ({ webhookId: webhook }), 'deletedWebhookId'),
  redeliverWebhook: mutation(
    'redeliverWebhook',
    ({ delivery }) => ({ webhookDeliveryId: delivery }),
    'webhookDelivery { status }',
  ),
  reextractProject: mutation('reextractProject', () => ({}), 'reextractions { id }'),
  correctLabels: mutation(
    'correctLabels',
    ({ result }) => ({ resultId: result, entityId: 'brand', sentiment: 'POSITIVE' }),
    'result { corrections { entityId } }',
  ),
  removeCorrection: mutation(
    'removeCorrection',
    ({ result }) => ({ resultId: result, entityId: 'brand' }),
    'result { corrections { entityId } }',
  ),
  reextractRun: mutation('reextractRun', ({ run }) => ({ runId: run }), 'reextraction { id }'),
  removeMember: mutation(
    'removeMember',
    ({ otherMember }) => ({ memberId: otherMember }),
    'removedMemberId',
    'member',
  ),
  retrySetup: mutation('retrySetup', () => ({}), 'project { setup { status } }'),
  revokeApiKey: mutation(
    'revokeApiKey',
    ({ apiKey }) => ({ apiKeyId: apiKey }),
    'apiKey { revokedAt }',
    'member',
  ),
  revokeInvitation: mutation(
    'revokeInvitation',
    ({ invitation }) => ({ invitationId: invitation }),
    'revokedInvitationId',
    'member',
  ),
  rotateWebhookSecret: mutation('rotateWebhookSecret', () => ({}), 'secret', 'member'),
  saveProviderCredential: mutation(
    'saveProviderCredential',
    () => ({
      vendor: 'mistral',
      values: [{ variable: 'MISTRAL_API_KEY', value: 'mistral-0123456789' }],
      check: false,
    }),
    'providerCredential { vendor stored }',
    'member',
  ),
  checkProviderCredential: mutation(
    'checkProviderCredential',
    () => ({ vendor: 'mistral' }),
    'providerCredential { check { status } }',
    'member',
  ),
  deleteProviderCredential: mutation(
    'deleteProviderCredential',
    () => ({ vendor: 'deepseek' }),
    'providerCredential { vendor stored }',
    'member',
  ),
  addCompetitor: mutation('addCompetitor', () => ({ name: 'Kanbrio' }), 'competitor { name }'),
  updateCompetitor: mutation(
    'updateCompetitor',
    ({ competitor }) => ({ competitorId: competitor, aliases: ['KB'] }),
    'competitor { aliases }',
  ),
  removeCompetitor: mutation(
    'removeCompetitor',
    ({ otherCompetitor }) => ({ competitorId: otherCompetitor }),
    'removedCompetitorId',
  ),
  renameTag: mutation('renameTag', ({ tag }) => ({ tagId: tag, name: 'Renamed' }), 'tag { name }'),
  deleteTag: mutation('deleteTag', ({ otherTag }) => ({ tagId: otherTag }), 'deletedTagId'),
  setCompetitors: mutation(
    'setCompetitors',
    () => ({ competitors: [{ name: 'Boardly' }] }),
    'project { competitors { totalCount } }',
  ),
  sendPasswordReset: mutation(
    'sendPasswordReset',
    ({ member }) => ({ memberId: member }),
    'link member { email }',
    'member',
  ),
  setMemberRole: mutation(
    'setMemberRole',
    ({ member }) => ({ memberId: member, role: 'ADMIN' }),
    'member { role }',
    'member',
  ),
  setPromptProviders: mutation(
    'setPromptProviders',
    ({ prompt }) => ({ promptId: prompt, providers: ['gemini'] }),
    'prompt { providers { token } }',
  ),
  setPromptTags: mutation(
    'setPromptTags',
    ({ prompt }) => ({ promptId: prompt, tags: ['One'] }),
    'prompt { tags { name } }',
  ),
  setSchedule: mutation('setSchedule', () => ({ enabled: true }), 'project { schedule { nextRunAt } }'),
  startAsyncAnalysis: mutation('startAsyncAnalysis', () => ASKED, 'asyncAnalysis { id }'),
  dismissDiscoveredBrand: mutation(
    'dismissDiscoveredBrand',
    () => ({ name: 'Listwell', dismissed: true }),
    'name dismissed',
  ),
  dismissPromptSuggestion: mutation(
    'dismissPromptSuggestion',
    () => ({ text: 'best planner for schools', dismissed: true }),
    'text dismissed',
  ),
  trackDiscoveredBrand: mutation(
    'trackDiscoveredBrand',
    () => ({ name: 'Listwell' }),
    'competitor { name } projectReextraction { status }',
  ),
  updateOpportunity: mutation(
    'updateOpportunity',
    ({ opportunity }) => ({ opportunityId: opportunity, status: 'IGNORED' }),
    'opportunity { status }',
  ),
  triggerRun: mutation('triggerRun', () => ({}), 'run { id }'),
  updateProject: mutation('updateProject', () => ({ aliases: ['Fern'] }), 'project { aliases }'),
  updatePrompt: mutation(
    'updatePrompt',
    ({ prompt }) => ({ promptId: prompt, active: true }),
    'prompt { active }',
  ),
  updateSettings: mutation('updateSettings', () => ({ enabled: false }), 'project { id }'),

  asyncAnalysisProgress: {
    document: 'subscription ($id: ID!) { asyncAnalysisProgress(analysisId: $id) { status } }',
    variables: ({ analysis }) => ({ id: analysis }),
  },
  projectActivity: {
    document: 'subscription ($id: ID!) { projectActivity(projectId: $id) { __typename } }',
    variables: ({ project }) => ({ id: project }),
  },
  projectReextractionProgress: {
    document:
      'subscription ($id: ID!) { projectReextractionProgress(projectReextractionId: $id) { status } }',
    variables: ({ projectReextraction }) => ({ id: projectReextraction }),
  },
  reextractionProgress: {
    document: 'subscription ($id: ID!) { reextractionProgress(reextractionId: $id) { status } }',
    variables: ({ reextraction }) => ({ id: reextraction }),
  },
  runProgress: {
    document: 'subscription ($id: ID!) { runProgress(runId: $id) { status } }',
    variables: ({ run }) => ({ id: run }),
  },
}

let world: World
let objects: Awaited<ReturnType<typeof createObjects>>
beforeAll(async () => {
  // No workers, so that started analyses can still be canceled.
  world = await createWorld({ workers: false })
  objects = await createObjects()
})
afterAll(() => world?.close())

async function createObjects() {
  const { prisma } = world.operator.db
  const runProject = await createRunProject(world, await createClient(world), {
    prompts: [{ text: 'First?' }, { text: 'Second?' }],
  })
  const { organizationId, projectId: project, key } = runProject
  const admin = await createPerson(world, { organizationId, role: 'admin' })
  await grantCredits({ ctx: world.operator, input: { organizationId, credits: 100 } })
  await prisma.project.update({ where: { id: project }, data: { setupStatus: 'completed' } })
  const run = await runWithAnswers(world, runProject, () => ({
    text: 'The best boards:\n\n1. Taskfern – fast\n2. Listwell – cheap\n3. Planloom – good for teams',
  }))
  const given = async (field: string, input: object, selection: string) => {
    const { document, variables } = mutation(field, () => input, selection)
    const { data, errors } = await send(world, key, {
      query: document,
      variables: variables?.({} as Ids) ?? {},
    })
    if (errors) throw new Error(JSON.stringify(errors))
    return data[field]
  }
  const nodes = await send(world, key, {
    query: '{ viewer { project { prompts { nodes { id } } } } }',
  })
  const [prompt, otherPrompt] = nodes.data.viewer.project.prompts.nodes
  const listed = await given(
    'setCompetitors',
    { competitors: [{ name: 'Listly' }, { name: 'Planly' }] },
    'project { competitors { nodes { id } } }',
  )
  const [competitor, otherCompetitor] = listed.project.competitors.nodes
  const tagged = await given(
    'setPromptTags',
    { promptId: prompt.id, tags: ['Old', 'Older'] },
    'prompt { tags { id } }',
  )
  const [tag, otherTag] = tagged.prompt.tags
  const { asyncAnalysis } = await given('startAsyncAnalysis', ASKED, 'asyncAnalysis { analysisId }')
  const { reextraction } = await given('reextractRun', { runId: run }, 'reextraction { id }')
  const { projectReextraction } = await given('reextractProject', {}, 'projectReextraction { id }')
  const batch = await prisma.batch.findUniqueOrThrow({ where: { analysisId: asyncAnalysis.analysisId } })
  const proposal = await prisma.setupProposal.create({
    data: { id: newId(), projectId: project, kind: 'alias', payload: { name: 'Fern' } },
  })
  const delivery = await prisma.webhookDelivery.create({
    data: {
      id: newId(),
      organizationId,
      batchId: batch.id,
      url: 'https://example.com/',
      type: 'async_analysis.completed',
      payload: { type: 'async_analysis.completed', timestamp: new Date().toISOString(), data: {} },
    },
  })
  const webhook = await prisma.projectWebhook.create({
    data: { id: newId(), projectId: project, url: 'https://example.com/', events: ['run.failed'] },
  })
  const { shareLink } = await createShareLink({
    ctx: world.member(organizationId),
    input: { projectId: project, name: 'To revoke' },
  })
  const { invitation } = await inviteMember({
    ctx: world.operator,
    input: { organizationId, email: 'invited@example.com' },
  })
  for (const vendor of ['mistral', 'deepseek']) {
    const variable = `${vendor.toUpperCase()}_API_KEY`
    const values = [{ variable, value: 'root-fields-0123456789' }]
    await saveCredential({ ctx: world.operator, input: { organizationId, vendor, values } })
  }
  const ids: Ids = {
    project,
    otherProject: (await world.project({ organizationId })).id,
    prompt: prompt.id,
    competitor: competitor.id,
    otherCompetitor: otherCompetitor.id,
    tag: tag.id,
    otherTag: otherTag.id,
    otherPrompt: otherPrompt.id,
    run,
    result: (await prisma.result.findFirstOrThrow({ where: { batchId: run } })).id,
    analysis: asyncAnalysis.analysisId,
    reextraction: reextraction.id,
    projectReextraction: projectReextraction.id,
    proposal: proposal.id,
    delivery: delivery.id,
    webhook: webhook.id,
    shareLink: shareLink.id,
    apiKey: (await world.organizationKey(organizationId)).id,
    member: (await createPerson(world, { organizationId })).memberId,
    otherMember: (await createPerson(world, { organizationId })).memberId,
    invitation: invitation.id,
    fact: (await addFeature(world, project)).id,
    opportunity: (await addOpportunity(world, { organizationId, projectId: project })).id,
    session: (await createSession(world, admin.userId, 'a browser')).id,
  }
  return { ...runProject, admin, ids }
}

/** Executes an operation and returns its result; for a subscription, its first result. */
async function execute({
  document,
  variables,
  as,
}: RootDocument): Promise<GraphqlResult | Outcome | undefined> {
  const request = { query: document, variables: variables?.(objects.ids) ?? {} }
  const { organizationId, admin } = objects
  if (as === 'member')
    return asMember(world, organizationId, 'admin', admin.userId)(request.query, request.variables)
  const key = as === 'organization' ? objects.organizationKey : objects.key
  if (!document.startsWith('subscription')) return send(world, key, request)
  for await (const result of results('websocket', world, key, request)) return result
}

const ROOTS = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
const FIELDS = ROOTS.flatMap((type) => Object.keys(type?.getFields() ?? {}))

test('every root field of the schema has an operation in this test', () => {
  expect(Object.keys(ROOT_DOCUMENTS).toSorted()).toEqual(FIELDS.toSorted())
})

test.each(Object.entries(ROOT_DOCUMENTS))('%s returns data', async (field, document) => {
  const result = await execute(document)
  expect(result?.data?.[field], JSON.stringify(result)).toEqual(expect.anything())
})
