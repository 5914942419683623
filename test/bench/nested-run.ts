import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AppCtx } from '../../src/core/context.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { canonicalKey } from '../../src/core/foundation/text.ts'
import { createKey } from '../../src/core/keys/create.ts'
import type { Observation } from '../../src/core/observations/observation.ts'
import { createOrganization } from '../../src/core/organizations/create.ts'
import { createProject } from '../../src/core/projects/create.ts'
import { openBenchPostgres } from './bench-postgres.ts'

const PROMPTS = 10
const PROVIDERS = ['chatgpt', 'copilot', 'gemini', 'google_ai_overview', 'perplexity']
const COMPETITORS = ['Planloom', 'Quillstack', 'Norvella Boards', 'Kanbrio', 'Meridone']
const CITATIONS = 8

/** A completed run and a key that can read it. */
export interface NestedRun {
  projectId: string
  runId: string
  resultIds: string[]
  key: string
}

/** Creates a database with a completed run, which the peer's tables contain as well, and the environment for servers. */
export async function openNestedRun() {
  const postgres = await openBenchPostgres()
  const application = await postgres.application('postgres')
  const operator: AppCtx = { ...application.services, actor: { type: 'operator' }, requestId: newId() }
  const run = await seedNestedRun(operator)
  await operator.db.pool.query(readFileSync(join('test', 'bench', 'peer', 'schema.sql'), 'utf8'))
  await application.close()
  const environment = {
    NODE_ENV: 'production',
    DATABASE_URL: application.databaseUrl,
    SECRET_KEY: randomBytes(32).toString('base64'),
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
    PORT: '0',
  }
  return { run, environment, close: postgres.close }
}

/** Inserts a completed run of 50 results, each with five competitors and eight citations. */
export async function seedNestedRun(operator: AppCtx): Promise<NestedRun> {
  const { prisma } = operator.db
  const organization = await createOrganization({
    ctx: operator,
    input: { name: 'Bench', plan: 'pro', credits: 10_000_000 },
  })
  const organizationId = organization.id
  const project = await createProject({ ctx: operator, input: { organizationId, name: 'Taskfern' } })
  const { key } = await createKey({ ctx: operator, input: { projectId: project.id } })
  const competitors = COMPETITORS.map((name) => ({ id: newId(), name }))
  await prisma.competitor.createMany({
    data: competitors.map(({ id, name }, ordinal) => ({
      id,
      projectId: project.id,
      name,
      canonicalKey: canonicalKey(name),
      ordinal,
    })),
  })
  const prompts = Array.from({ length: PROMPTS }, (_, n) => ({
    id: newId(),
    text: `Best project management software for ${n + 2} people?`,
  }))
  await prisma.prompt.createMany({
    data: prompts.map((prompt) => ({
      ...prompt,
      projectId: project.id,
      providers: PROVIDERS,
      locations: ['US'],
    })),
  })
  const now = new Date()
  const total = PROMPTS * PROVIDERS.length
  const { id: runId } = await prisma.batch.create({
    data: {
      id: newId(),
      kind: 'run',
      trigger: 'manual',
      organizationId,
      projectId: project.id,
      status: 'completed',
      brandName: 'Taskfern',
      snapshot: { brand: { name: 'Taskfern' }, competitors },
      total,
      completed: total,
      startedAt: now,
      finishedAt: now,
    },
  })
  await prisma.batchPrompt.createMany({
    data: prompts.map(({ id, text }, ordinal) => ({ batchId: runId, ordinal, promptId: id, text })),
  })
  const results = Array.from({ length: total }, (_, ordinal) => ({
    id: newId(),
    batchId: runId,
    ordinal,
    promptOrdinal: Math.floor(ordinal / PROVIDERS.length),
    provider: PROVIDERS[ordinal % PROVIDERS.length] ?? '',
    location: 'US',
    replicate: 1,
    status: 'ok' as const,
    simulated: true,
    surface: 'api',
    observation: JSON.parse(JSON.stringify(observationOf(ordinal, competitors))),
    extractionVersion: 1,
    answeredAt: now,
  }))
  await prisma.result.createMany({ data: results })
  return { projectId: project.id, runId, resultIds: results.map(({ id }) => id), key }
}

function observationOf(ordinal: number, competitors: readonly { id: string; name: string }[]): Observation {
  const start = 120 + ordinal
  const text = 'Taskfern is the best choice for small teams.'
  return {
    brand: {
      mentioned: true,
      denied: false,
      mentionCount: 1,
      firstOffset: start,
      position: 1 + (ordinal % 3),
      spans: [{ start, end: start + 8 }],
    },
    sentiment: { label: 'positive', score: 1, positive: 1, neutral: 0, negative: 0 },
    competitors: competitors.map(({ id, name }, index) => {
      const mentioned = (ordinal + index) % 4 !== 0
      return {
        id,
        name,
        mentioned,
        mentionCount: mentioned ? 1 + (index % 2) : 0,
        position: mentioned ? index + 2 : null,
        sentiment: mentioned ? 0.25 : null,
        sentimentLabel: mentioned ? 'neutral' : null,
        recommended: mentioned && index === 1,
        rank: mentioned ? index + 2 : null,
      }
    }),
    citations: Array.from({ length: CITATIONS }, (_, index) => ({
      position: index + 1,
      url: `https://reviews-${index}.example/best-${ordinal}`,
      title: index < 5 ? 'Planning software compared' : null,
      domain: `reviews-${index}.example`,
      kind: index < 5 ? 'cited' : 'retrieved',
      owner: 'third_party',
      competitorId: null,
    })),
    recommendation: {
      recommended: true,
      strength: 'primary',
      rank: 1,
      listSize: 5,
      evidence: { start, end: start + text.length, text },
    },
    judge: null,
  }
}
