import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers } from './scripted-run.ts'
import { globalId } from './two-runs.ts'

const FINNISH =
  'Parhaat:\n\n1. Boardly on hyvä, mutta kallis.\n2. Taskfern on myös hyvä, jos se ei ole liian hidas.'
const ENGLISH = 'I recommend Taskfern: it is excellent. Boardly is terrible, slow and unreliable.'

let world: World
let client: Client
let project: RunProject
let run: string
beforeAll(async () => {
  world = await createWorld({ workers: false, providers: [{ id: 'chatgpt', driver: 'simulated' }] })
  client = await createClient(world)
  project = await createRunProject(world, client, {
    competitors: ['Boardly'],
    prompts: [{ text: 'finnish' }, { text: 'english' }],
  })
  run = await runWithAnswers(world, project, ({ prompt }) => ({
    text: prompt === 'finnish' ? FINNISH : ENGLISH,
  }))
})
afterAll(() => world?.close())

const QUERY = `query ($id: ID!) { node(id: $id) { ... on AnalysisRun {
  results(first: 9) { nodes { promptText answerKind answerLanguage brand { position sentiment { label score reason neutral } recommendation { recommended strength reason rank } }
    competitors { sentiment { label } recommendation { recommended rank reason } } } }
  summary { mentionRate { numerator denominator } recommendationRate { numerator denominator } praiseRate { numerator denominator }
    sentimentMean { answers } positionMean { answers } recommendations { whenMentioned { numerator denominator } } } } } }`

it('an answer in an unsupported language has a reason instead of labels, in REST and GraphQL', async () => {
  const { node } = await ask(world, project.key, QUERY, { id: globalId('AnalysisRun', run) })
  const inGraph = node.results.nodes.find(
    ({ promptText }: { promptText: string }) => promptText === 'finnish',
  )
  expect(inGraph).toMatchObject({
    answerKind: null,
    answerLanguage: 'fi',
    brand: {
      position: 2,
      sentiment: { label: null, score: null, reason: 'LANGUAGE_NOT_READ', neutral: 0 },
      recommendation: { recommended: null, strength: null, reason: 'LANGUAGE_NOT_READ', rank: 2 },
    },
    competitors: [
      {
        sentiment: { label: null },
        recommendation: { recommended: null, rank: 1, reason: 'LANGUAGE_NOT_READ' },
      },
    ],
  })
  const { body } = await project.call(`GET /v1/analysis/runs/${run}/results`)
  const [finnish, english] = ['finnish', 'english'].map((prompt) =>
    body.data.find((result: { prompt: string }) => result.prompt === prompt),
  )
  expect(finnish).toMatchObject({
    answerKind: null,
    answerLanguage: 'fi',
    sentiment: { label: null, reason: 'language_not_read' },
    recommendation: { recommended: null, reason: 'language_not_read', rank: 2 },
    competitors: [{ sentiment: null, sentimentLabel: null, recommended: null, rank: 1 }],
  })
  expect(english).toMatchObject({
    answerKind: 'recommendation',
    answerLanguage: 'en',
    sentiment: { label: 'positive', reason: null },
    recommendation: { recommended: true, reason: null },
  })
})

it('an answer in an unsupported language counts for mentions and positions, but not for sentiment and recommendations', async () => {
  const { node } = await ask(world, project.key, QUERY, { id: globalId('AnalysisRun', run) })
  expect(node.summary).toEqual({
    mentionRate: { numerator: 2, denominator: 2 },
    positionMean: { answers: 2 },
    recommendationRate: { numerator: 1, denominator: 1 },
    recommendations: { whenMentioned: { numerator: 1, denominator: 1 } },
    praiseRate: { numerator: 1, denominator: 1 },
    sentimentMean: { answers: 1 },
  })
})

it('an answer that was extracted before kinds and languages were stored has neither', async () => {
  const { prisma } = world.operator.db
  const stored = await prisma.result.findMany({ where: { batchId: run } })
  for (const { id, observation } of stored) {
    const { answerKind, answerLanguage, sentiment, ...older } = observation as Record<string, object>
    const { reason, ...labels } = sentiment as Record<string, unknown>
    await prisma.result.update({
      where: { id },
      data: { observation: { ...older, sentiment: labels } as object, extractionVersion: 3 },
    })
  }
  const { body } = await project.call(`GET /v1/analysis/runs/${run}/results`)
  for (const result of body.data)
    expect(result).toMatchObject({ answerKind: null, answerLanguage: null, sentiment: { reason: null } })
})
