import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import type { AppCtx } from '../../src/core/context.ts'
import { type Driver, PARSER_VERSION, type RawAnswer } from '../../src/core/provider-port/driver.ts'
import { cancelReextraction } from '../../src/core/reextractions/cancel.ts'
import { readReextractions } from '../../src/core/reextractions/read.ts'
import { reextractRun } from '../../src/core/reextractions/start.ts'
import { reextractOutdated } from '../../src/core/reextractions/start-outdated.ts'
import { sweepReextractedResults } from '../../src/core/reextractions/sweep.ts'
import { readTrends } from '../../src/core/trends/read.ts'
import { eventually } from '../eventually.ts'
import { completionOf, type ScriptedModel, startScriptedModel } from '../scripted-model.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import {
  createReextractionProject,
  executeReextraction,
  type ReextractionProject,
  readRunState,
  run,
  startWithoutJob,
  waitUntilEnded,
} from './reextraction-project.ts'
import { type Client, createClient } from './rest-client.ts'

/** A response format that the driver does not know. */
const inNewFormat = (answer: string) => ({ form: 'new', answer })
/** Response bodies for the questions "Which tool is best, 0?" and so on. */
const BODIES: unknown[] = [
  completionOf({ content: 'Initech is the best choice.' }),
  inNewFormat('Initech is the best choice, and Globex is not bad.'),
  completionOf({ content: '<wrapped>Globex comes first, Initech second.</wrapped>' }),
  completionOf({ content: 'I cannot say.' }),
  { form: 'never understood' },
]

let model: ScriptedModel
let world: World
let client: Client
let driver: Driver
let oldRead: Driver['read']
/**
 * The parser of a later driver version. It supports the new format, removes the wrapping of texts, and detects a
 * refusal.
 */
const newRead: Driver['read'] = (raw, question) => {
  const body = JSON.parse(String(raw.body))
  if (body.form === 'new') return oldRead(withText(raw, body.answer), question)
  const answer = oldRead(raw, question)
  if (answer.text === 'I cannot say.') return { ...answer, status: 'refused' }
  return { ...answer, text: answer.text.replaceAll(/<\/?wrapped>/g, '') }
}
const withText = (raw: RawAnswer, content: string): RawAnswer => ({
  ...raw,
  body: JSON.stringify(completionOf({ content })),
})

let bodies = BODIES
beforeAll(async () => {
  model = await startScriptedModel((question) => bodies[Number(/best, (\d+)\?/.exec(question)?.[1])])
  world = await createWorld({ providers: [model.provider] })
  client = await createClient(world)
  const provider = world.operator.deps.providers.of(null).find('local')
  if (!provider) throw new Error('the provider is configured')
  driver = provider.driver
  oldRead = driver.read
})
afterAll(async () => {
  await world?.close()
  model.close()
})
beforeEach(() => {
  driver.read = oldRead
  bodies = BODIES
})

const ledgerOf = ({ organizationId }: { organizationId: string }) =>
  world.operator.db.prisma.creditEntry.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })

async function resultsOf({ projectId }: ReextractionProject, runId: string, query = '') {
  const { key } = await world.projectKey(projectId)
  const path = `GET /v1/analysis/runs/${runId}/results?includeAnswer=true&${query}` as const
  return (await client(path, { key })).body.data
}

const outlineOf = (results: { status: string; answer: string; brand: { mentioned: boolean } | null }[]) =>
  results.map(({ status, answer, brand }) => [status, answer, brand?.mentioned ?? null])

type Outline = [status: string, answer: string | null, mentioned: boolean | null]
const UNREADABLE: Outline = ['failed', null, null]
const OLD: Outline[] = [
  ['ok', 'Initech is the best choice.', true],
  UNREADABLE,
  ['ok', '<wrapped>Globex comes first, Initech second.</wrapped>', true],
  ['ok', 'I cannot say.', false],
  UNREADABLE,
]
const NEW: Outline[] = [
  ['ok', 'Initech is the best choice.', true],
  ['ok', 'Initech is the best choice, and Globex is not bad.', true],
  ['ok', 'Globex comes first, Initech second.', true],
  ['refused', 'I cannot say.', null],
  UNREADABLE,
]

async function endedRun(size = BODIES.length) {
  const project = await createReextractionProject(world, { prompts: size })
  return { project, runId: await run(project) }
}

/** Re-extracts a run and returns the ended re-extraction. */
async function reextracted(project: ReextractionProject, runId: string) {
  const [done] = await waitUntilEnded(project, [await reextractRun({ ctx: project.ctx, input: { runId } })])
  return done
}

describe('a run that is re-extracted after the parser of its provider has changed', () => {
  it('has the texts, statuses and recovered answers of the new parser, without new questions to the provider', async () => {
    const { project, runId } = await endedRun()
    const { key } = await world.projectKey(project.projectId)
    const runOf = async () => (await client(`GET /v1/analysis/runs/${runId}`, { key })).body.data
    expect(await runOf()).toMatchObject({
      status: 'partially_completed',
      progress: { completed: 3, failed: 2 },
    })
    expect(outlineOf(await resultsOf(project, runId))).toEqual(OLD)
    const questionsBefore = model.questions()
    driver.read = newRead
    expect(await reextracted(project, runId)).toMatchObject({
      status: 'completed',
      progress: { total: 5, completed: 5 },
      changes: { answers: 5, changed: 3, recovered: 1, status: 1, answer: 1 },
      before: { results: { ok: 3, refused: 0, failed: 2 }, mentionRate: { numerator: 2, denominator: 3 } },
      after: { results: { ok: 3, refused: 1, failed: 1 }, mentionRate: { numerator: 3, denominator: 3 } },
    })
    const results = await resultsOf(project, runId)
    expect(outlineOf(results)).toEqual(NEW)
    expect(results[1]).toMatchObject({
      error: null,
      surface: 'api',
      model: { reported: 'scripted-1' },
      searched: false,
      partial: false,
      parserVersion: PARSER_VERSION,
    })
    expect(results[4].error.code).toBe('UNREADABLE_ANSWER')
    expect(await runOf()).toMatchObject({
      status: 'partially_completed',
      progress: { completed: 4, failed: 1 },
    })
    const { node } = await ask(
      world,
      key,
      `query ($id: ID!) { node(id: $id) { ... on AnalysisRun {
         refused: results(filter: { status: REFUSED }) { nodes { answer } } failed: results(filter: { status: FAILED }) { totalCount }
         mentioned: results(filter: { mentioned: true }) { nodes { answer status } }
         summary { mentionRate { numerator denominator } }
         reextractions { nodes { changes { answers changed recovered statuses texts } } } } } }`,
      { id: btoa(`AnalysisRun:${runId}`) },
    )
    expect(node).toEqual({
      refused: { nodes: [{ answer: 'I cannot say.' }] },
      failed: { totalCount: 1 },
      summary: { mentionRate: { numerator: 3, denominator: 3 } },
      mentioned: { nodes: NEW.slice(0, 3).map(([, answer]) => ({ answer, status: 'OK' })) },
      reextractions: {
        nodes: [{ changes: { answers: 5, changed: 3, recovered: 1, statuses: 1, texts: 1 } }],
      },
    })
    expect(model.questions()).toBe(questionsBefore)
    expect(await ledgerOf(project)).toEqual([])
  })

  it('is completed once all of its failed answers are recovered', async () => {
    const { project, runId } = await endedRun(2)
    driver.read = newRead
    await reextracted(project, runId)
    const { key } = await world.projectKey(project.projectId)
    const { body } = await client(`GET /v1/analysis/runs/${runId}`, { key })
    expect(body.data).toMatchObject({ status: 'completed', progress: { total: 2, completed: 2, failed: 0 } })
  })

  it('enters the trends of its project and the comparison of the next run, if it had failed completely', async () => {
    bodies = [inNewFormat('Initech is best.'), inNewFormat('Initech is best.')]
    const { project, runId } = await endedRun(2)
    const { ctx, projectId } = project
    bodies = [completionOf({ content: 'Globex.' }), completionOf({ content: 'Globex.' })]
    const laterId = await run(project)
    const trend = async () =>
      (await readTrends({ ctx, input: { projectId } })).map(({ runId, mentionRate }) => [
        runId,
        mentionRate.value,
      ])
    expect(await trend()).toEqual([[laterId, 0]])
    const comparison = async () => {
      const { metrics } = await ctx.db.prisma.batchMetric.findFirstOrThrow({
        where: { batchId: laterId, scope: 'all', entity: 'brand' },
      })
      return (metrics as { ofScope: { comparison: { previousRunId: string | null } } }).ofScope.comparison
    }
    expect(await comparison()).toMatchObject({ previousRunId: null })
    driver.read = newRead
    await reextracted(project, runId)
    expect(await trend()).toEqual([
      [laterId, 0],
      [runId, 1],
    ])
    expect(await comparison()).toMatchObject({ previousRunId: runId })
  })

  it('keeps its parsed answers if a later version cannot parse them', async () => {
    const { project, runId } = await endedRun()
    driver.read = newRead
    await reextracted(project, runId)
    driver.read = () => {
      throw new Error('a fault of the driver')
    }
    expect(await reextracted(project, runId)).toMatchObject({ status: 'completed', changes: { changed: 0 } })
    expect(outlineOf(await resultsOf(project, runId))).toEqual(NEW)
    // The sweep deletes the results of the first re-extraction, but the recovered answers stay.
    await sweepReextractedResults({ ctx: world.operator })
    expect(outlineOf(await resultsOf(project, runId))).toEqual(NEW)
  })

  it('has the sources of the new extraction, sites and pages, instead of the old ones', async () => {
    bodies = [
      completionOf({ content: 'Initech, says [a guide](https://guide.example/old).' }),
      inNewFormat(
        'Initech, says [a guide](https://guide.example/new) and [a forum](https://forum.example/).',
      ),
    ]
    const { project, runId } = await endedRun(2)
    const { key } = await world.projectKey(project.projectId)
    const sourcesOf = async () => {
      const query = `{ viewer { project { sources { nodes { domain citationRate { numerator denominator } } }
        sourceUrls { totalCount nodes { url cited } } } } }`
      return (await ask(world, key, query)).viewer.project
    }
    const rate = (denominator: number) => ({ numerator: denominator, denominator })
    const old = { url: 'https://guide.example/old', cited: 1 }
    expect(await sourcesOf()).toEqual({
      sources: { nodes: [{ domain: 'guide.example', citationRate: rate(1) }] },
      sourceUrls: { totalCount: 1, nodes: [old] },
    })
    driver.read = newRead
    await reextracted(project, runId)
    expect(await sourcesOf()).toEqual({
      sources: {
        nodes: [
          { domain: 'guide.example', citationRate: rate(2) },
          { domain: 'forum.example', citationRate: { numerator: 1, denominator: 2 } },
        ],
      },
      sourceUrls: {
        totalCount: 3,
        nodes: [
          { url: 'https://forum.example/', cited: 1 },
          { url: 'https://guide.example/new', cited: 1 },
          old,
        ],
      },
    })
  })

  it('is unchanged until publication, even if the process dies or the re-extraction is cancelled', async () => {
    const { project, runId } = await endedRun()
    const { ctx } = project
    const before = await readRunState(project, runId)
    driver.read = newRead
    const { id } = await startWithoutJob(project, runId)
    await expect(executeReextraction(id, dyingAtPublication(world.operator))).rejects.toThrow(
      'the process dies',
    )
    const [state] = await readReextractions({ ctx, input: { ids: [id] } })
    expect(state).toMatchObject({ status: 'running', progress: { total: 5, completed: 5 } })
    expect(await readRunState(project, runId)).toEqual(before)
    await cancelReextraction({ ctx, input: { reextractionId: id } })
    await executeReextraction(id, world.operator)
    expect(await readRunState(project, runId)).toEqual(before)

    const again = await startWithoutJob(project, runId)
    await expect(executeReextraction(again.id, dyingAtPublication(world.operator))).rejects.toThrow(
      'the process dies',
    )
    await executeReextraction(again.id, world.operator)
    expect(outlineOf(await resultsOf(project, runId))).toEqual(NEW)
  })
})

/** Returns the context of a process that dies at one of the last statements of the publishing transaction. */
function dyingAtPublication(ctx: AppCtx): AppCtx {
  const prisma = ctx.db.prisma.$extends({
    query: {
      batchSourceUrl: {
        deleteMany: () => Promise.reject(new Error('the process dies')),
      },
    },
  }) as unknown as AppCtx['db']['prisma']
  return { ...ctx, db: { ...ctx.db, prisma } }
}

describe('the operator after an upgrade', () => {
  const outdated = (where: object) =>
    world.operator.db.prisma.batch.updateMany({ where, data: { parserVersion: PARSER_VERSION - 1 } })

  it('re-extracts everything that an older version parsed, with the names of that time, and leaves credits unchanged', async () => {
    const { project, runId } = await endedRun(2)
    // Names that are changed later only apply to later runs.
    await project.ctx.db.prisma.project.update({
      where: { id: project.projectId },
      data: { analysisBrandName: 'Renamed' },
    })
    const { id: organizationId } = await world.organization({ credits: 10 })
    const { key } = await world.organizationKey(organizationId)
    const { analysis } = await startAsyncAnalysis({
      ctx: world.member(organizationId),
      input: {
        brandName: 'Initech',
        prompts: ['Which tool is best, 0?', 'Which tool is best, 1?'],
        replicates: 1,
        providers: ['local'],
        locations: ['US'],
      },
    })
    const analysisId = analysis.analysisId ?? ''
    await world.ended(analysisId)
    const read = async () => (await client(`GET /v1/async-analysis/${analysisId}`, { key })).body.data
    const before = await read()
    expect(before).toMatchObject({ status: 'partially_completed', credits: { charged: 1, refunded: 1 } })
    const ledger = await ledgerOf({ organizationId })
    const questionsBefore = model.questions()

    driver.read = newRead
    await outdated({ id: { in: [runId, analysis.id] } })
    expect(await reextractOutdated({ ctx: world.operator })).toEqual({ queued: 2 })
    await eventually(async () => {
      expect(await read()).toMatchObject({ status: 'completed', progress: { completed: 2, failed: 0 } })
      const [recordedResult, recoveredResult] = await resultsOf(project, runId)
      expect([recordedResult.status, recoveredResult.status]).toEqual(['ok', 'ok'])
    })
    const after = await read()
    expect(outlineOf(after.results)).toEqual(NEW.slice(0, 2))
    expect(after).toMatchObject({
      brandName: 'Initech',
      credits: before.credits,
      finishedAt: before.finishedAt,
      summary: { mentionRate: { numerator: 2, denominator: 2 } },
    })
    expect(await ledgerOf({ organizationId })).toEqual(ledger)
    expect(model.questions()).toBe(questionsBefore)
    // Everything has been parsed by the current version now.
    expect(await reextractOutdated({ ctx: world.operator })).toEqual({ queued: 0 })
  })

  it('skips a re-extraction that is in progress', async () => {
    const { project, runId } = await endedRun(2)
    const { id } = await startWithoutJob(project, runId)
    await outdated({ id: runId })
    expect(await reextractOutdated({ ctx: world.operator })).toEqual({ queued: 0 })
    const { ctx } = project
    expect(await readReextractions({ ctx, input: { ids: [id] } })).toMatchObject([{ status: 'queued' }])
    await expect(reextractOutdated({ ctx })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
