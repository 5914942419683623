import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finalizeBatch } from '../../src/core/batches/finalize.ts'
import { createWorld, type World } from '../world.ts'
import { ask, send } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers, type ScriptedAnswer } from './scripted-run.ts'
import { globalId } from './two-runs.ts'

/** The answer to each prompt. */
const ANSWERS: Record<string, ScriptedAnswer> = {
  praised: {
    text: 'I recommend Taskfern: it is excellent. Boardly is terrible, slow and unreliable.',
    citations: [{ url: 'https://www.reviews.example/best?utm_source=ai', kind: 'cited' }],
  },
  beaten: {
    text: 'I recommend Boardly: it is excellent. Taskfern is terrible, slow and unreliable.',
    citations: [
      { url: 'https://reviews.example/worst', kind: 'retrieved' },
      { url: 'https://forum.example/100%_sure', kind: 'cited' },
    ],
  },
  torn: { text: 'Taskfern is excellent and reliable. Taskfern is terrible, slow and unreliable.' },
  unknown: { text: 'I could not find any information about Taskfern. Norvella is a project tool.' },
  'unknown rival': { text: 'I could not find any information about Boardly. It is 100% sure.' },
  nobody: { text: 'Use a paper notebook.' },
  declined: 'refused',
  hidden: 'not_shown',
  broken: 'failed',
}

let world: World
let client: Client
let project: RunProject
let run: string
let boardly: string
let norvella: string
beforeAll(async () => {
  world = await createWorld({ workers: false, providers: [{ id: 'chatgpt', driver: 'simulated' }] })
  client = await createClient(world)
  ;({ project, run } = await createScripted())
  const competitors = await world.operator.db.prisma.competitor.findMany({
    where: { projectId: project.projectId },
  })
  boardly = competitors.find(({ name }) => name === 'Boardly')?.id ?? ''
  norvella = competitors.find(({ name }) => name === 'Norvella')?.id ?? ''
})
afterAll(() => world?.close())

async function createScripted() {
  const project = await createRunProject(world, client, {
    competitors: ['Boardly', 'Norvella'],
    prompts: Object.keys(ANSWERS).map((text) => ({ text })),
  })
  return { project, run: await runWithAnswers(world, project, ({ prompt }) => ANSWERS[prompt] ?? 'failed') }
}

const QUERY = `query ($id: ID!, $filter: ResultFilter, $first: Int, $after: String, $orderBy: ResultOrder) {
  node(id: $id) { ... on AnalysisRun { results(filter: $filter, first: $first, after: $after, orderBy: $orderBy) {
    totalCount nodes { promptText } pageInfo { endCursor hasNextPage } } } } }`

const page = async (filter: object, range: object = {}) =>
  (await ask(world, project.key, QUERY, { id: globalId('AnalysisRun', run), filter, ...range })).node.results

/** Returns the prompts of the results that match the filter, and checks the total count. */
async function promptsOf(filter: object): Promise<string[]> {
  const { totalCount, nodes } = await page(filter)
  const prompts = nodes.map(({ promptText }: { promptText: string }) => promptText)
  expect(totalCount).toBe(prompts.length)
  return prompts
}

describe('AnalysisRun.results returns exactly the matching answers', () => {
  test.each<[object, string[]]>([
    [{ mentioned: true }, ['praised', 'beaten', 'torn']],
    [{ entityId: 'brand' }, ['praised', 'beaten', 'torn']],
    [{ entityId: 'brand', mentioned: false }, ['unknown', 'unknown rival', 'nobody']],
    [{ recommended: true }, ['praised']],
    [{ recommended: false }, ['beaten', 'torn', 'unknown', 'unknown rival', 'nobody']],
    [{ sentiment: 'POSITIVE' }, ['praised']],
    [{ sentiment: 'NEGATIVE' }, ['beaten']],
    [{ sentiment: 'MIXED' }, ['torn']],
    [{ sentiment: 'NEUTRAL' }, []],
    [{ answerKind: 'RECOMMENDATION', mentioned: true, sentiment: 'POSITIVE' }, ['praised']],
    [{ answerKind: 'HOWTO' }, []],
    [{ absence: 'NOT_NAMED' }, ['unknown rival', 'nobody']],
    [{ absence: 'DENIED' }, ['unknown']],
    [{ absence: 'REFUSED' }, ['declined']],
    [{ absence: 'NOT_SHOWN' }, ['hidden']],
    [{ absence: 'FAILED' }, ['broken']],
    [{ absence: 'NOT_NAMED', q: 'NOTEBOOK' }, ['nobody']],
    [{ absence: 'FAILED', status: 'OK' }, []],
    [{ absence: 'DENIED', mentioned: true }, []],
    [{ citedDomain: 'reviews.example' }, ['praised']],
    [{ citedDomain: 'WWW.Reviews.example' }, ['praised']],
    [{ retrievedDomain: 'reviews.example' }, ['beaten']],
    [{ citedDomain: 'forum.example', retrievedDomain: 'reviews.example' }, ['beaten']],
    [{ citedDomain: 'forum.example', recommended: true }, []],
    [{ citedUrl: 'https://www.reviews.example/best' }, ['praised']],
    [{ citedUrl: 'https://www.reviews.example/best?utm_source=other#part' }, ['praised']],
    [{ citedUrl: 'https://reviews.example/worst' }, []],
    [{ retrievedUrl: 'https://reviews.example/worst' }, ['beaten']],
    [{ q: ' paper NOTEBOOK ' }, ['nobody']],
    [{ q: 'rival' }, ['unknown rival']],
    // Wildcards of SQL patterns are matched literally.
    [{ q: '100% sure' }, ['unknown rival']],
    [{ q: '1__% sure' }, []],
    [{ q: 'declined' }, ['declined']],
  ])('%j', async (filter, prompts) => {
    expect(await promptsOf(filter)).toEqual(prompts)
  })

  test('for a competitor, by either of its ids', async () => {
    for (const entityId of [boardly, boardly.toUpperCase(), globalId('Competitor', boardly)]) {
      expect(await promptsOf({ entityId })).toEqual(['praised', 'beaten'])
      expect(await promptsOf({ entityId, mentioned: false })).toEqual([
        'torn',
        'unknown',
        'unknown rival',
        'nobody',
      ])
      expect(await promptsOf({ entityId, recommended: true })).toEqual(['beaten'])
      expect(await promptsOf({ entityId, sentiment: 'NEGATIVE' })).toEqual(['praised'])
      expect(await promptsOf({ entityId, absence: 'DENIED' })).toEqual(['unknown rival'])
      expect(await promptsOf({ entityId, absence: 'NOT_NAMED' })).toEqual(['torn', 'unknown', 'nobody'])
      expect(await promptsOf({ entityId, absence: 'REFUSED' })).toEqual(['declined'])
    }
    expect(await promptsOf({ entityId: norvella })).toEqual(['unknown'])
  })

  test('for a prompt, by either of its ids, even after its deletion', async () => {
    const { prisma } = world.operator.db
    const { id } = await prisma.prompt.findFirstOrThrow({
      where: { projectId: project.projectId, text: 'nobody' },
    })
    expect(await promptsOf({ promptId: id })).toEqual(['nobody'])
    expect(await promptsOf({ promptId: globalId('Prompt', id), absence: 'NOT_NAMED' })).toEqual(['nobody'])
    expect(await promptsOf({ promptId: id, promptText: 'praised' })).toEqual([])
    const { status } = await project.call('POST /v1/prompts/batch', {
      json: { create: [], update: [], delete: [id] },
    })
    expect(status).toBe(200)
    expect(await promptsOf({ promptId: id })).toEqual(['nobody'])
  })
})

test('the brand and competitors have the same fields', async () => {
  const { node } = await ask(
    world,
    project.key,
    `query ($id: ID!) { node(id: $id) { ... on AnalysisRun {
      results(filter: { entityId: "${boardly}", recommended: true }) { nodes { answer brand { ...Said } competitors { name ...Said } } }
      denied: results(filter: { entityId: "${boardly}", absence: DENIED }) { nodes { competitors { name denied mentionCount
        spans { start } } } } } } }
    fragment Said on EntityMention { mentioned denied mentionCount firstOffset spans { start end }
      sentiment { label score positive neutral negative evidence { text label } }
      recommendation { recommended strength rank listSize evidence { text } } }`,
    { id: globalId('AnalysisRun', run) },
  )
  const [{ answer, brand, competitors }] = node.results.nodes
  const [boardlyEntry, absent] = competitors
  const { spans, ...said } = boardlyEntry
  expect(spans.map(({ start, end }: { start: number; end: number }) => answer.slice(start, end))).toEqual([
    'Boardly',
  ])
  expect(said).toEqual({
    name: 'Boardly',
    mentioned: true,
    denied: false,
    mentionCount: 1,
    firstOffset: spans[0].start,
    sentiment: {
      label: 'POSITIVE',
      score: 0.975,
      positive: 1,
      neutral: 0,
      negative: 0,
      evidence: [{ text: expect.stringContaining('Boardly'), label: 'POSITIVE' }],
    },
    recommendation: {
      recommended: true,
      strength: expect.any(String),
      rank: null,
      listSize: null,
      evidence: { text: expect.stringContaining('I recommend Boardly') },
    },
  })
  expect(brand).toMatchObject({
    mentioned: true,
    sentiment: { label: 'NEGATIVE', positive: 0, negative: 1 },
    recommendation: { recommended: false },
  })
  expect(absent).toEqual({
    name: 'Norvella',
    mentioned: false,
    denied: false,
    mentionCount: 0,
    firstOffset: null,
    spans: [],
    sentiment: { label: null, score: null, positive: 0, neutral: 0, negative: 0, evidence: [] },
    recommendation: { recommended: false, strength: null, rank: null, listSize: null, evidence: null },
  })
  expect(node.denied.nodes[0].competitors[0]).toEqual({
    name: 'Boardly',
    denied: true,
    mentionCount: 0,
    spans: [],
  })
})

test('the five absence reasons and the answers that mention the brand cover all results', async () => {
  const kinds = ['NOT_NAMED', 'DENIED', 'REFUSED', 'NOT_SHOWN', 'FAILED']
  const absent = (await Promise.all(kinds.map((absence) => promptsOf({ absence })))).flat()
  const named = await promptsOf({ mentioned: true })
  expect([...absent, ...named].toSorted()).toEqual(Object.keys(ANSWERS).toSorted())
})

test.each([
  ['RUN_ASC', ['unknown', 'unknown rival', 'nobody']],
  ['ANSWERED_AT_DESC', ['nobody', 'unknown rival', 'unknown']],
])(
  'pages in the order %s continue after their cursor when an earlier result leaves the list',
  async (orderBy, prompts) => {
    const { pool } = world.operator.db
    const seen: string[] = []
    let after: string | null = null
    for (let more = true; more; ) {
      const shown: Awaited<ReturnType<typeof page>> = await page(
        { mentioned: false },
        { orderBy, first: 1, after },
      )
      seen.push(...shown.nodes.map(({ promptText }: { promptText: string }) => promptText))
      after = shown.pageInfo.endCursor
      more = shown.pageInfo.hasNextPage
      if (seen.length === 1)
        await pool.query(
          `UPDATE result SET status = 'pending' WHERE batch_id = $1 AND prompt_ordinal =
           (SELECT ordinal FROM batch_prompt WHERE batch_id = $1 AND text = $2)`,
          [run, seen[0]],
        )
    }
    await pool.query(`UPDATE result SET status = 'ok' WHERE batch_id = $1 AND status = 'pending'`, [run])
    expect(seen).toEqual(prompts)
  },
)

describe('an invalid filter is refused with the name of its field', () => {
  test.each([
    ['entityId', 'nobody'],
    ['entityId', '019a6f2e-9b20-7c11-8d3a-5e6f7a8b9c0d'],
    ['promptId', 'x'],
    ['promptId', '019a6f2e-9b20-7c11-8d3a-5e6f7a8b9c0d'],
    ['citedDomain', 'not a domain'],
    ['retrievedDomain', ''],
    ['citedUrl', 'example.com'],
    ['retrievedUrl', 'javascript:alert(1)'],
    ['q', '  '],
    ['q', 'x'.repeat(201)],
    ['q', '\0'],
  ])('%s: %j', async (field, value) => {
    const { errors } = await refused({ [field]: value })
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_REQUEST',
      fieldErrors: { [`filter.${field}`]: expect.any(String) },
    })
  })

  test('the ids of another tenant are refused with the name of their field', async () => {
    const { project: otherProject } = await createScripted()
    const where = { projectId: otherProject.projectId }
    const { prisma } = world.operator.db
    const competitor = await prisma.competitor.findFirstOrThrow({ where })
    const prompt = await prisma.prompt.findFirstOrThrow({ where })
    const unknown = await refused({ entityId: '019a6f2e-9b20-7c11-8d3a-5e6f7a8b9c0d' })
    const theirs = await refused({ entityId: competitor.id })
    expect(theirs.errors?.[0]?.extensions).toEqual(unknown.errors?.[0]?.extensions)
    const { errors } = await refused({ promptId: globalId('Prompt', prompt.id) })
    expect(errors?.[0]?.extensions.fieldErrors).toEqual({ 'filter.promptId': expect.any(String) })
  })

  const refused = (filter: object) =>
    send(world, project.key, { query: QUERY, variables: { id: globalId('AnalysisRun', run), filter } })
})

test('an async analysis has the same filters, sources and metrics as a run, and its request parameters', async () => {
  const { prisma } = world.operator.db
  await prisma.organization.update({ where: { id: project.organizationId }, data: { creditBalance: 100 } })
  const prompts = ['Best task tool?', 'Worst task tool?']
  const json = { prompts, replicates: 2, providers: ['chatgpt'], locations: ['US', 'DE'] }
  const { body } = await project.call('POST /v1/async-analysis', { json })
  const { analysisId } = body.data
  const { id } = await prisma.batch.findUniqueOrThrow({ where: { analysisId } })
  const observation = await prisma.result.findFirstOrThrow({
    where: { batchId: run, batch: { prompts: { some: { text: 'praised' } } }, promptOrdinal: 0 },
    select: { observation: true },
  })
  await prisma.result.updateMany({
    where: { batchId: id, location: 'US' },
    data: { status: 'ok', extractionVersion: 3, observation: observation.observation ?? {} },
  })
  await prisma.result.updateMany({ where: { batchId: id, location: 'DE' }, data: { status: 'refused' } })
  await prisma.batch.update({ where: { id }, data: { status: 'running', completed: 8 } })
  await finalizeBatch(world.operator, id)
  const { asyncAnalysis } = await ask(
    world,
    project.key,
    `query ($id: ID!) { asyncAnalysis(id: $id) {
      promptTexts locations replicates providers { token label }
      named: results(filter: { mentioned: true }) { totalCount nodes { runId location } }
      absent: results(filter: { absence: REFUSED }, orderBy: ANSWERED_AT_DESC) { totalCount }
      cited: results(filter: { citedDomain: "reviews.example" }, first: 1) { totalCount }
      sources { nodes { domain citations citationRate { numerator denominator } } }
      metrics(scope: LOCATION) { scope value comparison { verdict } summary { mentionRate { numerator denominator } } }
      us: metrics(scope: LOCATION, value: "US") { value }
      whole: metrics { value summary { mentionRate { numerator denominator } } } } }`,
    { id: analysisId },
  )
  const rate = { numerator: 4, denominator: 4 }
  const empty = { numerator: 0, denominator: 0 }
  const comparison = { verdict: 'INSUFFICIENT' }
  expect(asyncAnalysis).toEqual({
    promptTexts: prompts,
    locations: ['US', 'DE'],
    replicates: 2,
    providers: [{ token: 'chatgpt', label: expect.any(String) }],
    named: { totalCount: 4, nodes: Array.from({ length: 4 }, () => ({ runId: null, location: 'US' })) },
    absent: { totalCount: 4 },
    cited: { totalCount: 4 },
    sources: { nodes: [{ domain: 'reviews.example', citations: 4, citationRate: rate }] },
    metrics: [
      { scope: 'LOCATION', value: 'DE', comparison, summary: { mentionRate: empty } },
      { scope: 'LOCATION', value: 'US', comparison, summary: { mentionRate: rate } },
    ],
    us: [{ value: 'US' }],
    whole: [{ value: null, summary: { mentionRate: rate } }],
  })
})
