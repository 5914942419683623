import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { type Corrected, correct, measureAgain, projectWithRun, TEXT } from './corrected-run.ts'
import { ask, send } from './graphql-client.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false, providers: [{ id: 'chatgpt', driver: 'simulated' }] })
})
afterAll(() => world?.close())

it('the export has each checked label with the text, the aliases and what the analysis had read', async () => {
  const corrected = await projectWithRun(world)
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
  const corrected = await projectWithRun(world)
  const other = await projectWithRun(world)
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
    const corrected = await projectWithRun(world)
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
    const corrected = await projectWithRun(world)
    const other = await projectWithRun(world)
    const query = { query: REVIEW, variables: { runId: other.runId } }
    const { errors } = await send(world, corrected.project.key, query)
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND'])
  })
})
