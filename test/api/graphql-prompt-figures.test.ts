import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { ask, send } from './graphql-client.ts'
import { ENTITY_METRICS, SCOPE_METRICS } from './metrics-selection.ts'
import { createClient } from './rest-client.ts'
import { createRunProject, insertPrompt, type RunProject } from './run-project.ts'
import { runWithAnswers, type ScriptedAnswer, type Unit } from './scripted-run.ts'
import { statementsOf } from './statements.ts'
import { globalId } from './two-runs.ts'

const BOTH = { providers: ['chatgpt', 'gemini'], locations: ['US', 'DE'] }
const RATE = '{ value numerator denominator low high method }'
const MEAN = '{ value low high answers }'
const SUMMARY = `summary { ${ENTITY_METRICS} ${SCOPE_METRICS} resultCounts { total ok refused notShown failed }
  entities { entityId name ${ENTITY_METRICS} } }`

let world: World
let project: RunProject
let prompts: Record<string, string>
let runs: string[]
beforeAll(async () => {
  world = await createWorld({
    workers: false,
    providers: [
      { id: 'chatgpt', driver: 'simulated' },
      { id: 'gemini', driver: 'simulated' },
    ],
  })
  project = await createRunProject(world, await createClient(world), {
    competitors: ['Boardly', 'Kanbee'],
    prompts: ['named', 'lost', 'mixed', 'silent'].map((text) => ({ text, ...BOTH })),
  })
  runs = [await runWithAnswers(world, project, () => ({ brand: 2, competitor: 1, sentiment: -1 }))]
  await insertPrompt(world, project.projectId, { text: 'new', ...BOTH })
  await setActive('silent', false)
  runs.push(await runWithAnswers(world, project, answerOf))
  await runWithAnswers(world, project, () => 'failed')
  const rows = await world.operator.db.prisma.prompt.findMany({ where: { projectId: project.projectId } })
  prompts = Object.fromEntries(rows.map(({ text, id }) => [text, id]))
})
afterAll(() => world?.close())

async function setActive(text: string, active: boolean) {
  await world.operator.db.prisma.prompt.updateMany({
    where: { projectId: project.projectId, text },
    data: { active },
  })
}

function answerOf({ prompt, provider, location }: Unit): ScriptedAnswer {
  if (prompt === 'named') return { brand: 1, sentiment: 1 }
  if (prompt === 'lost') return { brand: null, competitor: 1, others: [2] }
  if (prompt === 'new') return 'refused'
  if (provider === 'gemini') return { brand: 3, competitor: 1, others: [2], sentiment: 0 }
  return location === 'US' ? { brand: null, competitor: 1, others: [2] } : { brand: null, competitor: 1 }
}

const page = async (selection: string, args = '', key = project.key) =>
  (await ask(world, key, `{ viewer { project { prompts${args} { nodes { text ${selection} } } } } }`)).viewer
    .project.prompts.nodes
const ofRun = async (id: string, selection: string, key = project.key) =>
  (
    await ask(world, key, `query ($id: ID!) { node(id: $id) { ... on AnalysisRun { ${selection} } } }`, {
      id: globalId('AnalysisRun', id),
    })
  ).node

describe('Prompt.metrics', () => {
  test('are computed from the newest run with results that asked the prompt', async () => {
    const shown = await page(`metrics { scope value run { databaseId } prompt { text }
      summary { resultCounts { total ok refused } mentionRate ${RATE} averagePosition sentimentScore lostRate { numerator denominator }
        entities { name mentionRate { numerator denominator } } }
      comparison { verdict promptCount previousRun { databaseId } } }`)
    const metricsByPrompt = Object.fromEntries(
      shown.map(({ text, metrics }: { text: string; metrics: object }) => [text, metrics]),
    )
    expect(Object.keys(metricsByPrompt)).toEqual(['named', 'lost', 'mixed', 'silent', 'new'])
    for (const [text, id] of Object.entries(prompts))
      expect(metricsByPrompt[text]).toMatchObject({ scope: 'PROMPT', value: id, prompt: { text } })
    expect(metricsByPrompt.mixed).toMatchObject({
      run: { databaseId: runs[1] },
      summary: {
        resultCounts: { total: 4, ok: 4, refused: 0 },
        mentionRate: { value: 0.5, numerator: 2, denominator: 4, method: 'WILSON' },
        averagePosition: 3,
        sentimentScore: 0,
        lostRate: { numerator: 1, denominator: 4 },
        entities: [
          { name: 'Taskfern', mentionRate: { numerator: 2, denominator: 4 } },
          { name: 'Boardly', mentionRate: { numerator: 4, denominator: 4 } },
          { name: 'Kanbee', mentionRate: { numerator: 3, denominator: 4 } },
        ],
      },
      // One prompt is too few for a verdict.
      comparison: { verdict: 'INSUFFICIENT', promptCount: 1, previousRun: { databaseId: runs[0] } },
    })
    const { low, high } = metricsByPrompt.mixed.summary.mentionRate
    expect([low, high]).toEqual([expect.closeTo(0.1), expect.closeTo(0.9)])
    expect(metricsByPrompt.named.summary).toMatchObject({
      mentionRate: { value: 1 },
      averagePosition: 1,
      lostRate: { numerator: 0 },
    })
    expect(metricsByPrompt.lost.summary).toMatchObject({
      mentionRate: { value: 0 },
      averagePosition: null,
      lostRate: { numerator: 4 },
    })
    // The second run did not ask this prompt.
    expect(metricsByPrompt.silent).toMatchObject({
      run: { databaseId: runs[0] },
      summary: { averagePosition: 2 },
    })
    expect(metricsByPrompt.new.summary).toMatchObject({
      resultCounts: { total: 4, ok: 0, refused: 4 },
      mentionRate: { value: null, numerator: 0, denominator: 0 },
    })
  })

  test('can be requested for a specific run by either of its ids', async () => {
    for (const runId of [runs[0] ?? '', globalId('AnalysisRun', runs[0] ?? '')]) {
      const shown = await page(`metrics(runId: "${runId}") { summary { averagePosition } }`)
      expect(shown).toEqual([
        ...['named', 'lost', 'mixed', 'silent'].map((text) => ({
          text,
          metrics: { summary: { averagePosition: 2 } },
        })),
        { text: 'new', metrics: null },
      ])
    }
  })

  test('are null for a prompt that no run has asked', async () => {
    const unaskedProject = await createRunProject(world, await createClient(world), {
      prompts: [{ text: 'never' }],
    })
    expect(
      await page('metrics { value } trends { totalCount nodes { runId } }', '', unaskedProject.key),
    ).toEqual([{ text: 'never', metrics: null, trends: { totalCount: 0, nodes: [] } }])
  })

  test('add up to the metrics of the run', async () => {
    const { summary, results } = await ofRun(
      runs[1] ?? '',
      'summary { mentionRate { numerator denominator } lostRate { numerator denominator } resultCounts { total } } results { nodes { promptText } }',
    )
    const shown = await page(`metrics(runId: "${runs[1]}") { summary { mentionRate { numerator denominator }
      lostRate { numerator denominator } resultCounts { total } } }`)
    const sum = (name: string, part: string) =>
      shown.reduce(
        (
          total: number,
          { metrics }: { metrics: { summary: Record<string, Record<string, number>> } | null },
        ) => total + (metrics?.summary[name]?.[part] ?? 0),
        0,
      )
    for (const name of ['mentionRate', 'lostRate'])
      for (const part of ['numerator', 'denominator']) expect(sum(name, part)).toBe(summary[name][part])
    expect(sum('resultCounts', 'total')).toBe(summary.resultCounts.total)
    expect(results.nodes).toHaveLength(summary.resultCounts.total)
  })
})

test.each([
  `mentionRate ${RATE} lostRate ${RATE} averagePosition sentimentScore`,
  `positionMean ${MEAN} prominence ${MEAN} sentimentMean ${MEAN}`,
])(
  'Prompt.trends has one point per run with results that asked the prompt, newest first, equal to its metrics: %s',
  async (fields) => {
    const shown = await page(
      `trends { totalCount nodes { runId run { databaseId status } completedAt ${fields} } }
     now: metrics { run { finishedAt } summary { ${fields} } }
     before: metrics(runId: "${runs[0]}") { run { finishedAt } summary { ${fields} } }`,
    )
    const [first, second] = runs
    const runsOf: Record<string, (string | undefined)[]> = { silent: [first], new: [second] }
    for (const { text, trends, now, before } of shown) {
      const runIds = runsOf[text] ?? [second, first]
      const metrics = runIds.length === 2 ? [now, before] : [now]
      expect(trends.totalCount).toBe(runIds.length)
      expect(trends.nodes).toEqual(
        runIds.map((id, index) => ({
          runId: id,
          run: { databaseId: id, status: 'COMPLETED' },
          completedAt: metrics[index].run.finishedAt,
          ...metrics[index].summary,
        })),
      )
    }
  },
)

test('Prompt.trends can be paged from both ends and limited to a period', async () => {
  const [first, second] = runs
  const { named: id } = prompts
  const trends = async (args: string) =>
    (
      await ask(
        world,
        project.key,
        `query ($id: ID!) { node(id: $id) { ... on Prompt { trends(${args}) { totalCount nodes { runId completedAt }
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } } }`,
        { id: globalId('Prompt', id ?? '') },
      )
    ).node.trends
  const front = await trends('first: 1')
  expect(front).toMatchObject({ totalCount: 2, nodes: [{ runId: second }], pageInfo: { hasNextPage: true } })
  expect(await trends(`first: 1, after: "${front.pageInfo.endCursor}"`)).toMatchObject({
    nodes: [{ runId: first }],
    pageInfo: { hasNextPage: false },
  })
  const back = await trends('last: 1')
  expect(back).toMatchObject({ nodes: [{ runId: first }], pageInfo: { hasPreviousPage: true } })
  expect(await trends(`last: 5, before: "${back.pageInfo.startCursor}"`)).toMatchObject({
    nodes: [{ runId: second }],
    pageInfo: { hasPreviousPage: false },
  })
  const { completedAt } = front.nodes[0]
  expect(await trends(`from: "${completedAt}"`)).toMatchObject({ totalCount: 1, nodes: [{ runId: second }] })
  expect(await trends(`to: "${completedAt}"`)).toMatchObject({ totalCount: 1, nodes: [{ runId: first }] })
})

describe('AnalysisRun.metrics(scope: PROMPT)', () => {
  const metrics = (value: string, id = runs[1] ?? '') =>
    ofRun(id, `metrics(scope: PROMPT, value: "${value}") { scope value prompt { text } ${SUMMARY} }`)

  test('has the metrics of the prompt with this id, in either form', async () => {
    const { mixed = '' } = prompts
    const [{ metrics: expected }] = (await page(`metrics { scope value prompt { text } ${SUMMARY} }`)).filter(
      ({ text }: { text: string }) => text === 'mixed',
    )
    for (const value of [mixed, mixed.toUpperCase(), globalId('Prompt', mixed)])
      expect((await metrics(value)).metrics).toEqual([expected])
    expect((await metrics(prompts.new ?? '', runs[0])).metrics).toEqual([])
  })

  test('refuses a missing id and unknown ids', async () => {
    const stranger = await createRunProject(world, await createClient(world), { prompts: [{ text: 'x' }] })
    const [{ databaseId }] = await page('databaseId', '', stranger.key)
    const refused = async (args: string) => {
      const query = `query ($id: ID!) { node(id: $id) { ... on AnalysisRun { metrics(scope: PROMPT${args}) { value } } } }`
      const variables = { id: globalId('AnalysisRun', runs[1] ?? '') }
      return (await send(world, project.key, { query, variables })).errors?.[0]?.extensions
    }
    expect(await refused('')).toMatchObject({
      code: 'BAD_REQUEST',
      fieldErrors: { value: expect.any(String) },
    })
    for (const value of ['no id', runs[0], databaseId])
      expect(await refused(`, value: "${value}"`)).toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('metrics of prompts cannot be read for a run of another tenant', async () => {
  const stranger = await createRunProject(world, await createClient(world), { prompts: [{ text: 'x' }] })
  const query = `{ viewer { project { prompts { nodes { metrics(runId: "${runs[1]}") { value } } } } } }`
  const { errors } = await send(world, stranger.key, { query })
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' })
})

test('a page of prompts with metrics, trends and tags takes as many statements for five prompts as for two', async () => {
  const statements = (first: number) =>
    statementsOf(world, () =>
      page(
        'tags { name } metrics { run { status } summary { entities { name } } } trends(first: 8) { totalCount nodes { runId mentionRate { low high } } }',
        `(first: ${first}, orderBy: LOST_ANSWERS_DESC)`,
      ),
    )
  const few = await statements(2)
  expect(await statements(5)).toHaveLength(few.length)
  expect(few.filter((text) => text.includes('prompt_metric'))).toHaveLength(4)
})
