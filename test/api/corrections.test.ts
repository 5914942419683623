import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { remeasureBatch } from '../../src/core/measurements/remeasure.ts'
import { reextract } from '../../src/core/reextractions/reextract.ts'
import type { Summary } from '../../src/metrics/definitions.ts'
import { createWorld, type World } from '../world.ts'
import { ask, refusalOf, send } from './graphql-client.ts'
import { createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers } from './scripted-run.ts'

const TEXT =
  'I recommend Taskfern: it is the best planner, fast and reliable.\n\nBoardly is slow and crashes often. Avoid it.'

const CORRECT = `mutation ($input: CorrectLabelsInput!) {
  correctLabels(input: $input) { project { id } result { databaseId
    brand { sentiment { label score probability } recommendation { strength recommended } }
    competitors { sentiment { label } recommendation { strength recommended } }
    corrections { entityId sentiment strength } } } }`
const REMOVE = `mutation ($input: RemoveCorrectionInput!) {
  removeCorrection(input: $input) { result { brand { sentiment { label score } recommendation { strength } }
    corrections { entityId } } } }`

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false, providers: [{ id: 'chatgpt', driver: 'simulated' }] })
})
afterAll(() => world?.close())

interface Corrected {
  project: RunProject
  runId: string
  /** Ids of the results of the run. */
  results: string[]
  competitorId: string
}

/** Creates a project with a run, by default of four answers, which praise the brand and criticize a competitor. */
async function projectWithRun(text = TEXT, prompts = 4): Promise<Corrected> {
  const project = await createRunProject(world, await createClient(world), {
    competitors: ['Boardly'],
    prompts: Array.from({ length: prompts }, (_, index) => ({ text: `Which planner is best, ${index}?` })),
  })
  const runId = await runWithAnswers(world, project, () => ({ text }))
  const { prisma } = world.operator.db
  const results = await prisma.result.findMany({ where: { batchId: runId }, orderBy: { ordinal: 'asc' } })
  const { id: competitorId } = await prisma.competitor.findFirstOrThrow({
    where: { projectId: project.projectId },
  })
  return { project, runId, results: results.map(({ id }) => id), competitorId }
}

const correct = async ({ project }: Corrected, input: object, key = project.key) =>
  (await ask(world, key, CORRECT, { input })).correctLabels

const refusal = ({ project }: Corrected, input: object, key = project.key) =>
  refusalOf(world, key, CORRECT, input)

/** Measures the runs of the project again, as the queued jobs do. */
async function measureAgain({ project: { projectId } }: Corrected): Promise<void> {
  const runs = await world.operator.db.prisma.batch.findMany({ where: { projectId, metricsVersion: 0 } })
  for (const { id } of runs) await remeasureBatch({ ctx: world.operator, input: { batchId: id } })
}

/** Extracts the answers of the run again, as the queued job does. */
async function extractAgain({ project, runId }: Corrected, ctx = world.operator) {
  const mutation = `mutation ($input: ReextractRunInput!) { reextractRun(input: $input) { reextraction { databaseId } } }`
  const { reextractRun } = await ask(world, project.key, mutation, { input: { runId } })
  const reextractionId: string = reextractRun.reextraction.databaseId
  await reextract({ ctx, input: { reextractionId, tries: 1 } })
  return world.operator.db.prisma.reextraction.findUniqueOrThrow({ where: { id: reextractionId } })
}

async function summaryOf({ runId }: Corrected): Promise<Summary> {
  const { summary } = await world.operator.db.prisma.batch.findUniqueOrThrow({ where: { id: runId } })
  return summary as unknown as Summary
}

/** Number of answers that praise, criticize and recommend the brand, according to the metrics. */
async function counted(corrected: Corrected) {
  const { praiseRate, criticismRate, recommendationRate } = await summaryOf(corrected)
  return [praiseRate.numerator, criticismRate.numerator, recommendationRate.numerator]
}

async function restResult({ project, runId }: Corrected, id: string) {
  const { body } = await project.call(`GET /v1/analysis/runs/${runId}/results`)
  return body.data.find((result: { id: string }) => result.id === id)
}

describe('a correction', () => {
  it('is shown on every surface with what the analysis had read, and the metrics follow', async () => {
    const corrected = await projectWithRun()
    const [resultId = ''] = corrected.results
    expect(await counted(corrected)).toEqual([4, 0, 4])
    const { result } = await correct(corrected, {
      resultId,
      entityId: 'brand',
      sentiment: 'NEGATIVE',
      strength: 'DISCOURAGED',
    })
    expect(result).toMatchObject({
      databaseId: resultId,
      brand: {
        sentiment: { label: 'NEGATIVE', score: -1, probability: null },
        recommendation: { strength: 'DISCOURAGED', recommended: false },
      },
      corrections: [{ entityId: 'brand', sentiment: 'POSITIVE', strength: expect.any(String) }],
    })
    expect(await restResult(corrected, resultId)).toMatchObject({
      sentiment: { label: 'negative', score: -1 },
      recommendation: { strength: 'discouraged', recommended: false },
      corrections: [{ entityId: 'brand', sentiment: 'positive' }],
    })
    await measureAgain(corrected)
    expect(await counted(corrected)).toEqual([3, 1, 3])
  })

  it('of a competitor changes the labels and the metrics of this competitor only', async () => {
    const corrected = await projectWithRun()
    const [resultId = ''] = corrected.results
    const { competitorId: entityId } = corrected
    const { result } = await correct(corrected, {
      resultId,
      entityId,
      sentiment: 'POSITIVE',
      strength: 'AMONG',
    })
    expect(result).toMatchObject({
      brand: { sentiment: { label: 'POSITIVE' } },
      competitors: [
        { sentiment: { label: 'POSITIVE' }, recommendation: { strength: 'AMONG', recommended: true } },
      ],
      corrections: [{ entityId }],
    })
    await measureAgain(corrected)
    const [brand, boardly] = (await summaryOf(corrected)).entities
    expect([brand?.recommendationRate.numerator, boardly?.recommendationRate.numerator]).toEqual([4, 1])
  })

  it('survives a re-extraction, and the metrics agree', async () => {
    const corrected = await projectWithRun()
    const [resultId = '', confirmedId = ''] = corrected.results
    const labels = { sentiment: 'NEGATIVE', strength: 'MENTIONED_ONLY' }
    await correct(corrected, { resultId, entityId: 'brand', ...labels })
    await correct(corrected, { resultId: confirmedId, entityId: 'brand', sentiment: 'POSITIVE' })
    await measureAgain(corrected)
    const before = await counted(corrected)
    expect(before).toEqual([3, 1, 3])
    const reextraction = await extractAgain(corrected)
    expect(reextraction).toMatchObject({ status: 'completed', changes: { sentiment: 0, answers: 4 } })
    expect(await restResult(corrected, resultId)).toMatchObject({
      sentiment: { label: 'negative' },
      recommendation: { strength: 'mentioned_only' },
      corrections: [{ entityId: 'brand', sentiment: 'positive' }],
    })
    expect((await restResult(corrected, confirmedId)).corrections).toHaveLength(1)
    expect(await counted(corrected)).toEqual(before)
    await ask(world, corrected.project.key, REMOVE, { input: { resultId, entityId: 'brand' } })
    await measureAgain(corrected)
    expect(await counted(corrected)).toEqual([4, 0, 4])
  })

  it('that is made while a re-extraction is measured is kept', async () => {
    const corrected = await projectWithRun()
    const [resultId = ''] = corrected.results
    const { db } = world.operator
    let isCorrected = false
    const query = async (statement: { name?: string }) => {
      if (statement.name === 'metrics-input-reextracted' && !isCorrected) {
        isCorrected = true
        await correct(corrected, {
          resultId,
          entityId: 'brand',
          sentiment: 'NEGATIVE',
          strength: 'DISCOURAGED',
        })
      }
      return db.pool.query(statement as never)
    }
    const pool = Object.assign(Object.create(db.pool), { query })
    await extractAgain(corrected, { ...world.operator, db: { ...db, pool } })
    expect(isCorrected).toBe(true)
    expect(await restResult(corrected, resultId)).toMatchObject({ sentiment: { label: 'negative' } })
    expect(await counted(corrected)).toEqual([3, 1, 3])
  })

  it('is not applied to a text that is parsed differently later', async () => {
    const corrected = await projectWithRun()
    const [resultId = ''] = corrected.results
    await correct(corrected, { resultId, entityId: 'brand', sentiment: 'NEGATIVE', strength: 'DISCOURAGED' })
    const where = { resultId_entityId: { resultId, entityId: 'brand' } }
    await world.operator.db.prisma.labelCorrection.update({ where, data: { digest: 'of another text' } })
    await extractAgain(corrected)
    expect(await restResult(corrected, resultId)).toMatchObject({
      sentiment: { label: 'positive' },
      corrections: null,
    })
  })

  it('can be changed, and removing it restores the labels of the analysis', async () => {
    const corrected = await projectWithRun()
    const { key } = corrected.project
    const [resultId = ''] = corrected.results
    const original = await restResult(corrected, resultId)
    await correct(corrected, { resultId, entityId: 'brand', sentiment: 'NEGATIVE', strength: 'DISCOURAGED' })
    await correct(corrected, { resultId, entityId: corrected.competitorId, sentiment: 'MIXED' })
    const { result } = await correct(corrected, { resultId, entityId: 'brand', strength: 'MENTIONED_ONLY' })
    expect(result).toMatchObject({
      brand: { sentiment: { label: 'NEGATIVE' }, recommendation: { strength: 'MENTIONED_ONLY' } },
      corrections: expect.arrayContaining([
        { entityId: 'brand', sentiment: 'POSITIVE', strength: expect.any(String) },
      ]),
    })
    for (const entityId of ['brand', corrected.competitorId])
      await ask(world, key, REMOVE, { input: { resultId, entityId } })
    expect(await restResult(corrected, resultId)).toEqual(original)
    await ask(world, key, REMOVE, { input: { resultId, entityId: 'brand' } })
  })

  it('is in the audit log with the brand and the author', async () => {
    const corrected = await projectWithRun()
    const [resultId = ''] = corrected.results
    await correct(corrected, { resultId, entityId: 'brand', sentiment: 'POSITIVE' })
    await ask(world, corrected.project.key, REMOVE, { input: { resultId, entityId: 'brand' } })
    const entries = await world.operator.db.prisma.auditEntry.findMany({
      where: { organizationId: corrected.project.organizationId, action: { startsWith: 'labels.' } },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ action, target, actorType }) => [action, target, actorType])).toEqual([
      ['labels.corrected', 'Taskfern', 'key'],
      ['labels.restored', 'Taskfern', 'key'],
    ])
  })

  it('updates the comparison of the following run', async () => {
    const corrected = await projectWithRun(TEXT, 12)
    const following = await runWithAnswers(world, corrected.project, () => ({ text: TEXT }))
    const change = async () => {
      const { prisma } = world.operator.db
      const row = await prisma.batchMetric.findFirstOrThrow({
        where: { batchId: following, scope: 'all', entity: 'brand' },
      })
      return row.metrics as { changes?: { recommendationRate?: { difference: number | null } } }
    }
    expect((await change()).changes?.recommendationRate?.difference).toBe(0)
    const [resultId = ''] = corrected.results
    await correct(corrected, {
      resultId,
      entityId: 'brand',
      sentiment: 'NEUTRAL',
      strength: 'MENTIONED_ONLY',
    })
    await measureAgain(corrected)
    expect((await change()).changes?.recommendationRate?.difference).toBeCloseTo(1 / 12)
  })
})

describe('a correction is refused', () => {
  it('if praise is combined with advice against, or criticism with a recommendation', async () => {
    const corrected = await projectWithRun()
    const [resultId = ''] = corrected.results
    const brand = { resultId, entityId: 'brand' }
    expect(await refusal(corrected, { ...brand, sentiment: 'POSITIVE', strength: 'DISCOURAGED' })).toEqual({
      code: 'BAD_REQUEST',
      fields: ['strength'],
    })
    // The shown strength recommends the brand.
    expect(await refusal(corrected, { ...brand, sentiment: 'NEGATIVE' })).toEqual({
      code: 'BAD_REQUEST',
      fields: ['sentiment'],
    })
    expect(await refusal(corrected, { ...brand, strength: 'DISCOURAGED' })).toEqual({
      code: 'BAD_REQUEST',
      fields: ['strength'],
    })
    expect(await refusal(corrected, brand)).toEqual({ code: 'BAD_REQUEST', fields: ['sentiment'] })
  })

  it('for a brand that the answer does not mention, and one that is not tracked', async () => {
    const corrected = await projectWithRun('I recommend Taskfern.')
    const [resultId = ''] = corrected.results
    const labels = { resultId, sentiment: 'POSITIVE' }
    for (const entityId of [corrected.competitorId, '019a6f2e-9b20-7c11-8d3a-5e6f7a8b9c0d', 'nothing'])
      expect(await refusal(corrected, { ...labels, entityId })).toEqual({
        code: 'BAD_REQUEST',
        fields: ['entityId'],
      })
  })

  it('after the text was deleted, and for a result without an answer', async () => {
    const corrected = await projectWithRun()
    const [resultId = '', refused = ''] = corrected.results
    const { prisma } = world.operator.db
    await prisma.answer.update({ where: { resultId }, data: { text: null } })
    await prisma.result.update({
      where: { id: refused },
      data: { status: 'refused', observation: undefined },
    })
    const labels = { entityId: 'brand', sentiment: 'POSITIVE' }
    expect(await refusal(corrected, { resultId, ...labels })).toEqual({ code: 'CONFLICT' })
  })

  it('for another organization, another project, a key that may only read, and a missing result', async () => {
    const corrected = await projectWithRun()
    const other = await projectWithRun()
    const [resultId = ''] = corrected.results
    const input = { resultId, entityId: 'brand', sentiment: 'POSITIVE' }
    const { organizationId } = corrected.project
    const { key: sibling } = await world.projectKey((await world.project({ organizationId })).id)
    const { key: reader } = await world.projectKey(corrected.project.projectId, { preset: 'read_only' })
    expect(await refusal(corrected, input, other.project.key)).toEqual({ code: 'NOT_FOUND' })
    expect(await refusal(corrected, input, sibling)).toEqual({ code: 'NOT_FOUND' })
    expect(await refusal(corrected, input, reader)).toEqual({ code: 'FORBIDDEN' })
    const missing = { ...input, resultId: '019a6f2e-9b20-7c11-8d3a-5e6f7a8b9c0d' }
    expect(await refusal(corrected, missing)).toEqual({ code: 'NOT_FOUND' })
    const removal = { resultId, entityId: 'brand' }
    expect(await refusalOf(world, other.project.key, REMOVE, removal)).toEqual({ code: 'NOT_FOUND' })
    expect((await restResult(corrected, resultId)).corrections).toBeNull()
  })
})

it('the export has each checked label with the text, the aliases and what the analysis had read', async () => {
  const corrected = await projectWithRun()
  const { project, runId, competitorId } = corrected
  const { prisma } = world.operator.db
  const { snapshot } = await prisma.batch.findUniqueOrThrow({ where: { id: runId } })
  const { brand, ...rest } = snapshot as { brand: object }
  const aliases = ['Task Fern', 'TF']
  await prisma.batch.update({
    where: { id: runId },
    data: { snapshot: { ...rest, brand: { ...brand, aliases } } },
  })
  const [resultId = ''] = corrected.results
  await correct(corrected, { resultId, entityId: competitorId, sentiment: 'MIXED', strength: 'AMONG' })
  await correct(corrected, { resultId, entityId: 'brand', sentiment: 'POSITIVE' })
  const response = await fetch(
    `${world.url}/v1/analysis/exports/corrections?format=jsonl&includeAnswer=true`,
    {
      headers: { Authorization: `Bearer ${project.key}` },
    },
  )
  const lines = (await response.text()).trim().split('\n')
  const rows = lines.map((line) => JSON.parse(line))
  expect(rows).toHaveLength(2)
  const common = {
    answer_id: resultId,
    run_id: runId,
    provider: 'chatgpt',
    language: 'en',
    author_type: 'key',
    answer: TEXT,
    corrected_at: expect.any(String),
    extraction_version: expect.any(Number),
  }
  expect(rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...common,
        entity_id: 'brand',
        entity_name: 'Taskfern',
        aliases: 'Task Fern, TF',
        sentiment: 'positive',
        extracted_sentiment: 'positive',
      }),
      expect.objectContaining({
        ...common,
        entity_id: competitorId,
        entity_name: 'Boardly',
        aliases: null,
        sentiment: 'mixed',
        strength: 'among',
        extracted_sentiment: 'negative',
      }),
    ]),
  )
})

const RATES = `{ viewer { project { correctionRates { provider language corrected { value numerator denominator } } } } }`

it('the correction rate counts confirmed and changed labels by provider and language', async () => {
  const corrected = await projectWithRun()
  const other = await projectWithRun()
  const [first = '', second = ''] = corrected.results
  await correct(corrected, { resultId: first, entityId: 'brand', sentiment: 'POSITIVE' })
  await correct(corrected, {
    resultId: second,
    entityId: 'brand',
    sentiment: 'NEGATIVE',
    strength: 'DISCOURAGED',
  })
  const rates = async ({ project }: Corrected) =>
    (await ask(world, project.key, RATES)).viewer.project.correctionRates
  expect(await rates(corrected)).toEqual([
    { provider: 'chatgpt', language: 'en', corrected: { value: 0.5, numerator: 2, denominator: 4 } },
  ])
  expect(await rates(other)).toEqual([])
})

const REVIEW = `query ($runId: ID) { viewer { project { uncertainLabels(runId: $runId) {
  entityId probability result { databaseId } } } } }`

describe('the list of uncertain labels', () => {
  it('has the least certain label first, and not the labels that were checked', async () => {
    const corrected = await projectWithRun()
    const { prisma } = world.operator.db
    const probabilities = [0.7, 0.3, 0.95, 0.5]
    for (const [index, id] of corrected.results.entries()) {
      const { observation } = await prisma.result.findUniqueOrThrow({ where: { id } })
      const { sentiment, recommendation, competitors, ...rest } = observation as {
        sentiment: object
        recommendation: object
        competitors: { recommendation: object }[]
      }
      const certain = { probability: 0.99 }
      await prisma.result.update({
        where: { id },
        data: {
          observation: {
            ...rest,
            sentiment: { ...sentiment, probability: probabilities[index] },
            recommendation: { ...recommendation, ...certain },
            competitors: competitors.map((competitor) => ({
              ...competitor,
              sentimentProbability: 0.99,
              recommendation: { ...competitor.recommendation, ...certain },
            })),
          },
        },
      })
    }
    await prisma.batch.update({ where: { id: corrected.runId }, data: { metricsVersion: 0 } })
    await measureAgain(corrected)
    const { key } = corrected.project
    const listed = async () => (await ask(world, key, REVIEW)).viewer.project.uncertainLabels
    const [third = '', first = '', , second = ''] = corrected.results
    expect(await listed()).toEqual(
      [
        [first, 0.3],
        [second, 0.5],
        [third, 0.7],
      ].map(([databaseId, probability]) => ({ entityId: 'brand', probability, result: { databaseId } })),
    )
    await correct(corrected, { resultId: first, entityId: 'brand', sentiment: 'POSITIVE' })
    expect(await listed()).toHaveLength(2)
    await correct(corrected, { resultId: second, entityId: 'brand', sentiment: 'NEUTRAL', strength: 'AMONG' })
    await measureAgain(corrected)
    expect(await listed()).toMatchObject([{ result: { databaseId: third } }])
  })

  it('is not found for the run of another organization', async () => {
    const corrected = await projectWithRun()
    const other = await projectWithRun()
    const query = { query: REVIEW, variables: { runId: other.runId } }
    const { errors } = await send(world, corrected.project.key, query)
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND'])
  })
})
