import { grantCredits } from '../../src/core/credits/grant.ts'
import { recordAudit } from '../../src/core/foundation/audit-log.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { urlSchema } from '../../src/core/foundation/text.ts'
import { saveCredential } from '../../src/core/provider-credentials/save.ts'
import { addAlert } from '../api/alert.ts'
import { createPerson } from '../api/member-client.ts'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { runWithAnswers } from '../api/scripted-run.ts'
import { createWorld, type World } from '../world.ts'
import { type DashboardPage, pagesOf } from './pages.ts'

/** Runs a script if it is interpreted as HTML, also inside an attribute. */
const EVIL = `"><img src=x onerror="alert('x')"><script>alert('x')</script>`

/** A word that is wider than any screen. */
const LONG = 'Donaudampfschifffahrt'.repeat(4)

/** At most 200 characters, the maximum length of names. */
const NAME = `${EVIL} ${LONG}`

/** Changes the writing direction without restoring it. Texts may contain this, names may not. */
const TEXT = `${EVIL} \u202e${LONG}`

/** URLs that run a script, or try to escape from their attribute. */
const SOURCES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://evil.example/"onmouseover="alert(1)',
  `https://evil.example/${'a'.repeat(400)}`,
  'https://good.example\u202e/moc.live//:sptth',
]

/** A world in which all user-provided data is hostile. */
export interface HostileWorld {
  world: World
  project: RunProject
  pages: DashboardPage[]
}

/**
 * Creates the world with hostile names, prompts, answers, sources, proposals, keys, webhooks, invitations and user
 * agents.
 */
export async function openHostileWorld(): Promise<HostileWorld> {
  const world = await createWorld({ workers: false })
  const project = await createRunProject(world, await createClient(world), {
    competitors: [`Globex ${NAME}`],
    prompts: [{ text: `Which is best? ${TEXT}`, tags: [`Tag ${NAME}`] }],
  })
  await nameProject(world, project)
  await fillOrganization(world, project)
  const { organizationId, projectId } = project
  const { runId, resultId } = await answer(world, project)
  const analysisId = await analyse(world, project)
  const alertId = await addAlert(world, projectId, NAME)
  const ids = { organizationId, projectId, runId, resultId, analysisId, alertId }
  return { world, project, pages: pagesOf(ids) }
}

async function nameProject({ operator }: World, { organizationId, projectId }: RunProject): Promise<void> {
  const { prisma } = operator.db
  const name = `Taskfern ${NAME}`
  await prisma.organization.update({ where: { id: organizationId }, data: { name } })
  await prisma.project.update({
    where: { id: projectId },
    data: {
      displayName: name,
      analysisBrandName: 'Taskfern',
      aliases: [NAME],
      description: NAME,
      // Without workers the setup would not end.
      setupStatus: 'completed',
    },
  })
  const proposals = [
    { kind: 'competitor', payload: { name: NAME, url: 'https://evil.example/"onmouseover="alert(1)' } },
    { kind: 'description', payload: { text: TEXT } },
    { kind: 'prompt', payload: { text: TEXT, branded: false } },
  ]
  await prisma.setupProposal.createMany({
    data: proposals.map((proposal) => ({ id: newId(), projectId, ...proposal })),
  })
}

async function fillOrganization(world: World, { organizationId }: RunProject): Promise<void> {
  const { prisma } = world.operator.db
  await prisma.apiKey.updateMany({ where: { organizationId }, data: { name: NAME } })
  const { userId } = await createPerson(world, { organizationId })
  await prisma.user.update({ where: { id: userId }, data: { name: NAME } })
  await recordAudit(prisma, world.operator, { organizationId, action: 'key.created', target: NAME })
  const values = [{ variable: 'OPENAI_API_KEY', value: 'hostile-0123456789' }]
  await saveCredential({ ctx: world.operator, input: { organizationId, vendor: 'openai', values } })
  const reason = `it rejects the credentials: ${TEXT}`
  await prisma.providerCredential.updateMany({
    data: { changedBy: NAME, checkStatus: 'failed', checkResult: { provider: NAME, reason, answer: null } },
  })
  await prisma.invitation.create({
    data: {
      id: newId(),
      organizationId,
      email: `${EVIL}${'a'.repeat(120)}@evil.example`,
      role: 'admin',
      tokenHash: Buffer.alloc(32),
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  })
}

/** Ends a run with one hostile answer. */
async function answer(world: World, project: RunProject): Promise<{ runId: string; resultId: string }> {
  const { prisma } = world.operator.db
  const text = `Taskfern is best. ${TEXT} [open](javascript:alert(1)) [data](data:text/html,<script>alert(1)</script>) ![i](https://evil.example/pixel.png) <iframe src="https://evil.example"></iframe> <https://evil.example/auto>\n\n\`\`\`\n${LONG.repeat(5)}\n\`\`\`\n\n| a | b |\n| - | - |\n| ${LONG} | ${LONG} |`
  const citations = SOURCES.map((url, index) => ({
    url,
    title: TEXT,
    position: index + 1,
    kind: 'cited' as const,
  }))
  const runId = await runWithAnswers(world, project, () => ({ text, citations }))
  await prisma.result.updateMany({ where: { batchId: runId }, data: { modelReported: TEXT } })
  return { runId, resultId: (await prisma.result.findFirstOrThrow({ where: { batchId: runId } })).id }
}

/** Starts an analysis with a webhook and adds failed deliveries. */
async function analyse(world: World, { organizationId, call }: RunProject): Promise<string> {
  await grantCredits({ ctx: world.operator, input: { organizationId, credits: 10 } })
  const { prisma } = world.operator.db
  const webhook = { url: 'https://evil.example/"><script>alert(1)</script>' }
  const { body } = await call('POST /v1/async-analysis', {
    json: {
      prompts: [`Which one? ${TEXT}`, LONG],
      replicates: 1,
      providers: ['chatgpt', 'gemini'],
      locations: ['US'],
      webhook,
    },
  })
  if (!body.data) throw new Error(JSON.stringify(body))
  const { analysisId } = body.data
  const { id: batchId } = await prisma.batch.findFirstOrThrow({ where: { organizationId, kind: 'async' } })
  const type = 'async_analysis.failed'
  const payload = { type, timestamp: new Date().toISOString(), data: { error: TEXT } }
  for (const url of SOURCES.filter((source) => urlSchema.safeParse(source).success)) {
    const id = newId()
    const data = { id, organizationId, batchId, url, type, payload }
    const attempt = { id: newId(), number: 1, error: TEXT, durationMs: 1 }
    await prisma.webhookDelivery.create({ data: { ...data, attempts: { create: attempt } } })
  }
  return analysisId
}
