import { remeasureBatch } from '../../src/core/measurements/remeasure.ts'
import { reextract } from '../../src/core/reextractions/reextract.ts'
import type { Summary } from '../../src/metrics/definitions.ts'
import type { World } from '../world.ts'
import { ask, refusalOf } from './graphql-client.ts'
import { createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers } from './scripted-run.ts'

/** The answer that all questions get: it praises the brand and criticizes the competitor. */
export const TEXT =
  'I recommend Taskfern: it is the best planner, fast and reliable.\n\nBoardly is slow and crashes often. Avoid it.'

const CORRECT = `mutation ($input: CorrectLabelsInput!) {
  correctLabels(input: $input) { project { id } result { databaseId
    brand { sentiment { label score probability } recommendation { strength recommended } }
    competitors { sentiment { label probability } recommendation { strength recommended probability } }
    corrections { entityId sentiment strength } } } }`
export const REMOVE = `mutation ($input: RemoveCorrectionInput!) {
  removeCorrection(input: $input) { result { brand { sentiment { label score } recommendation { strength } }
    corrections { entityId } } } }`

/** A project with an ended run whose labels can be corrected. */
export interface Corrected {
  world: World
  project: RunProject
  runId: string
  /** Ids of the results of the run. */
  results: string[]
  competitorId: string
}

/** Creates a project with a run, by default of four answers, which praise the brand and criticize a competitor. */
export async function projectWithRun(world: World, text = TEXT, prompts = 4): Promise<Corrected> {
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
  return { world, project, runId, results: results.map(({ id }) => id), competitorId }
}

export const correct = async ({ world, project }: Corrected, input: object, key = project.key) =>
  (await ask(world, key, CORRECT, { input })).correctLabels

export const refusal = ({ world, project }: Corrected, input: object, key = project.key) =>
  refusalOf(world, key, CORRECT, input)

/** Measures the runs of the project again, as the queued jobs do. */
export async function measureAgain({ world, project: { projectId } }: Corrected): Promise<void> {
  const runs = await world.operator.db.prisma.batch.findMany({ where: { projectId, metricsVersion: 0 } })
  for (const { id } of runs) await remeasureBatch({ ctx: world.operator, input: { batchId: id } })
}

/** Extracts the answers of the run again, as the queued job does. */
export async function extractAgain({ world, project, runId }: Corrected, ctx = world.operator) {
  const mutation = `mutation ($input: ReextractRunInput!) { reextractRun(input: $input) { reextraction { databaseId } } }`
  const { reextractRun } = await ask(world, project.key, mutation, { input: { runId } })
  const reextractionId: string = reextractRun.reextraction.databaseId
  await reextract({ ctx, input: { reextractionId, tries: 1 } })
  return world.operator.db.prisma.reextraction.findUniqueOrThrow({ where: { id: reextractionId } })
}

export async function summaryOf({ world, runId }: Corrected): Promise<Summary> {
  const { summary } = await world.operator.db.prisma.batch.findUniqueOrThrow({ where: { id: runId } })
  return summary as unknown as Summary
}

/** Number of answers that praise, criticize and recommend the brand, according to the metrics. */
export async function counted(corrected: Corrected) {
  const { praiseRate, criticismRate, recommendationRate } = await summaryOf(corrected)
  return [praiseRate.numerator, criticismRate.numerator, recommendationRate.numerator]
}

export async function restResult({ project, runId }: Corrected, id: string) {
  const { body } = await project.call(`GET /v1/analysis/runs/${runId}/results`)
  return body.data.find((result: { id: string }) => result.id === id)
}
