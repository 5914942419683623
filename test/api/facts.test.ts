import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkFacts } from '../../src/core/facts/check-run.ts'
import { sweepFactChecks } from '../../src/core/facts/due.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers } from './scripted-run.ts'

const FOUNDED = { kind: 'founded', year: 2015 }
const CORRECT = 'Taskfern was founded in 2015. Globex was founded in 1999. Taskfern Pro costs $12 per month.'
const WRONG =
  'Taskfern is a good tool for teams. It was founded in 2011, and Taskfern Pro costs $12 per month.'

let world: World
let client: Client
beforeAll(async () => {
  world = await createWorld({ workers: false })
  client = await createClient(world)
})
afterAll(() => world.close())

function createProject(): Promise<RunProject> {
  return createRunProject(world, client, {
    competitors: ['Globex'],
    prompts: ['Best tool?', 'Good tool?'].map((text) => ({ text, providers: ['chatgpt', 'perplexity'] })),
  })
}

/** Runs the project; every provider gives its text as the answer to each prompt. */
function runWith(project: RunProject, texts: Record<string, string>): Promise<string> {
  // A project may only have one manual run per day.
  return project
    .freeManualRun()
    .then(() => runWithAnswers(world, project, ({ provider }) => ({ text: texts[provider] ?? CORRECT })))
}

const check = (batchId: string) => checkFacts({ ctx: world.operator, input: { batchId } })

describe('the check of brand facts', () => {
  it('counts contradicting and supporting answers by provider, with verbatim quotations', async () => {
    const project = await createProject()
    const { body } = await project.call('POST /v1/facts', { json: FOUNDED })
    expect(body.data).toMatchObject({ text: 'Founded in 2015', year: 2015, plan: null })
    const runId = await runWith(project, { chatgpt: WRONG })
    expect((await project.call('GET /v1/analysis/facts')).body.data.state).toBe('pending')
    await check(runId)
    const { data } = (await project.call('GET /v1/analysis/facts')).body
    expect(data).toMatchObject({ runId, state: 'current', answers: 4, unreadAnswers: 0 })
    const [result] = data.results
    expect(result).toMatchObject({
      checked: true,
      contradicted: { numerator: 2, denominator: 4, value: 0.5 },
      supported: { numerator: 2, denominator: 4 },
      unclear: 0,
    })
    expect(result.providers).toMatchObject([
      { provider: 'chatgpt', contradicted: { numerator: 2, denominator: 2 } },
      { provider: 'perplexity', contradicted: { numerator: 0, denominator: 2 } },
    ])
    const [quote] = result.quotes
    expect(quote).toMatchObject({ verdict: 'contradicts', provider: 'chatgpt' })
    expect(quote.text).toBe(WRONG.slice(quote.start, quote.end))
    const answer = await world.operator.db.prisma.answer.findUniqueOrThrow({
      where: { resultId: quote.resultId },
    })
    expect(answer.text?.slice(quote.start, quote.end)).toBe(quote.text)
  })

  it('is queued and repeated for the two latest runs when a fact changes, and keeps older results out', async () => {
    const project = await createProject()
    const added = (await project.call('POST /v1/facts', { json: FOUNDED })).body.data
    const runs: string[] = []
    for (let index = 0; index < 3; index += 1) runs.push(await runWith(project, {}))
    for (const run of runs) await check(run)
    const changed = await project.call(`PUT /v1/facts/${added.id}`, { json: { ...FOUNDED, year: 2011 } })
    expect(changed.status).toBe(200)
    const [oldest, , latest] = runs
    const stateOf = async (runId = '') =>
      (await project.call(`GET /v1/analysis/facts?runId=${runId}`)).body.data
    expect(await stateOf(oldest)).toMatchObject({ state: 'outdated', results: [{ checked: false }] })
    expect(await stateOf(latest)).toMatchObject({
      state: 'pending',
      results: [{ checked: false, quotes: [] }],
    })
    expect(await sweepFactChecks({ ctx: world.operator })).toBeGreaterThanOrEqual(2)
    await check(latest ?? '')
    expect(await stateOf(latest)).toMatchObject({
      state: 'current',
      results: [{ checked: true, contradicted: { numerator: 4, denominator: 4 } }],
    })
  })

  it('starts again after an interruption and never shows an unfinished check', async () => {
    const project = await createProject()
    await project.call('POST /v1/facts', { json: FOUNDED })
    const runId = await runWith(project, {})
    const { prisma } = world.operator.db
    const versions = { factsVersion: 1, rulesVersion: 1, extractionRevision: 1 }
    await prisma.factCheck.create({ data: { id: runId, batchId: runId, ...versions } })
    expect((await project.call('GET /v1/analysis/facts')).body.data.state).toBe('pending')
    await Promise.all([check(runId), check(runId)].map((done) => done.catch(() => {})))
    await check(runId)
    expect(await prisma.factCheck.count({ where: { batchId: runId, finishedAt: { not: null } } })).toBe(1)
    expect((await project.call('GET /v1/analysis/facts')).body.data.results).toMatchObject([
      { supported: { numerator: 4, denominator: 4 } },
    ])
  })

  it('quotes nothing once the texts of a run are deleted', async () => {
    const project = await createProject()
    await project.call('POST /v1/facts', { json: FOUNDED })
    const runId = await runWith(project, {})
    await check(runId)
    const { prisma } = world.operator.db
    await prisma.answer.updateMany({ where: { result: { batchId: runId } }, data: { text: null } })
    const [result] = (await project.call('GET /v1/analysis/facts')).body.data.results
    expect(result).toMatchObject({ quotes: [], supported: { numerator: 4 } })
  })

  it('is part of the graph, and removing a fact removes its results', async () => {
    const project = await createProject()
    await project.call('POST /v1/facts', { json: FOUNDED })
    const runId = await runWith(project, { chatgpt: WRONG })
    await check(runId)
    const QUERY = `{ viewer { project { facts { databaseId text } factCheck { state run { databaseId }
      factResults { fact { kind year } contradicted { numerator } quotes { verdict text result { databaseId } } } } } } }`
    const { viewer } = await ask(world, project.key, QUERY)
    expect(viewer.project.factCheck).toMatchObject({
      state: 'CURRENT',
      run: { databaseId: runId },
      factResults: [{ fact: { kind: 'FOUNDED', year: 2015 }, contradicted: { numerator: 2 } }],
    })
    const [{ databaseId }] = viewer.project.facts
    await ask(
      world,
      project.key,
      `mutation { removeFact(input: { factId: "${databaseId}" }) { removedFactId } }`,
    )
    expect((await ask(world, project.key, QUERY)).viewer.project.factCheck.factResults).toEqual([])
    expect(await world.operator.db.prisma.factStatement.count({ where: { factId: databaseId } })).toBe(0)
  })

  it('refuses more than 50 facts', async () => {
    const project = await createProject()
    for (let year = 1950; year < 2000; year += 1)
      expect((await project.call('POST /v1/facts', { json: { kind: 'founded', year } })).status).toBe(201)
    expect((await project.call('POST /v1/facts', { json: FOUNDED })).status).toBe(400)
  })
})
