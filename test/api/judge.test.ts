import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { askUnit } from '../../src/core/batches/ask.ts'
import type { AppCtx } from '../../src/core/context.ts'
import { reextractRun } from '../../src/core/reextractions/start.ts'
import { PROMPT_VERSION } from '../../src/extraction/judge/prompt.ts'
import { labelling, type Material, saying } from '../faults/judge-server.ts'
import { ask } from './graphql-client.ts'
import {
  contentOf,
  type JudgeProject,
  type JudgeSetup,
  LONG_PRAISE,
  ORDERS,
  openJudgeSetup,
} from './judge-setup.ts'
import { createRunProject } from './run-project.ts'
import { statementsOf } from './statements.ts'

let setup: JudgeSetup
beforeAll(async () => {
  setup = await openJudgeSetup()
})
afterAll(() => setup?.close())
beforeEach(() => setup.reset())

it("the judge's labels replace the rule-based labels, and only those, on every surface", async () => {
  const project = await setup.project()
  const before = await setup.unjudged(project, 'Which is best?')
  expect(before).toMatchObject({
    judge: null,
    sentiment: { label: 'positive', positive: 2 },
    recommendation: { recommended: true, strength: 'primary', rank: 1 },
  })
  const after = await setup.resultOf(project, 'Which is best?')
  const note = {
    model: 'judge-1-0307',
    promptVersion: PROMPT_VERSION,
    judged: 3,
    agreed: 1,
    themesJudged: 0,
    themesAgreed: 0,
  }
  expect(after).toMatchObject({ ...contentOf(before), ...LABELLED, judge: note })
  expect(setup.server.asked).toHaveLength(1)
  expect(setup.server.asked[0]?.mentions).toHaveLength(3)

  const query = `query($id: ID!) { node(id: $id) { ... on AnalysisResult {
    judge { model promptVersion judged agreed themesJudged themesAgreed } brand { sentiment { label score negative } recommendation { recommended strength rank } }
    competitors { sentiment { label } recommendation { recommended } } } } }`
  const { globalId } = await idOf(project, after.id)
  expect((await ask(setup.world, project.key, query, { id: globalId })).node).toEqual({
    judge: note,
    brand: {
      sentiment: { label: 'NEGATIVE', score: -1, negative: 2 },
      recommendation: { recommended: false, strength: 'DISCOURAGED', rank: 1 },
    },
    competitors: [{ sentiment: { label: 'NEGATIVE' }, recommendation: { recommended: false } }],
  })
  const alone = 'query($id: ID!) { node(id: $id) { ... on AnalysisResult { judge { judged } } } }'
  expect((await ask(setup.world, project.key, alone, { id: globalId })).node).toEqual({
    judge: { judged: 3 },
  })
  const row = await setup.world.operator.db.prisma.judgement.findUnique({ where: { resultId: after.id } })
  expect(row).toMatchObject({
    model: 'judge-1-0307',
    promptVersion: PROMPT_VERSION,
    promptTokens: 700,
    completionTokens: 40,
    labels: [
      { name: 'Acme', firstOffset: 5, mentionCount: 2, strength: 'discouraged' },
      { name: 'Globex', strength: 'discouraged' },
    ],
  })
  expect(JSON.parse(row?.raw ?? '')).toMatchObject({ model: 'judge-1-0307', usage: { total_tokens: 740 } })
  expect(await setup.usageOf(project)).toEqual([740])
})

it("the judge's theme and label replace the rules' in the same request, and an invalid label keeps them", async () => {
  const project = await setup.project()
  const reply = (material: Material) => ({
    mentions: material.mentions.map(({ id }) => ({ id, sentiment: 'neutral' })),
    brands: [],
    opinions: material.opinions.map(({ id, words }) =>
      words === 'dependable'
        ? { id, theme: 'quality', label: 'negative' }
        : { id, theme: words === 'quick' ? 'speediness' : 'performance', label: 'negative' },
    ),
  })
  setup.server.answer((material, ...rest) => saying(JSON.stringify(reply(material)))(material, ...rest))
  const { id, judge } = await setup.resultOf(project, 'Which is best?')
  expect(setup.server.asked).toHaveLength(1)
  expect(setup.server.asked[0]?.opinions).toEqual([
    { id: 1, brand: 1, words: 'dependable', passage: '**Acme** is dependable and quick.' },
    { id: 2, brand: 1, words: 'quick', passage: '**Acme** is dependable and quick.' },
    { id: 3, brand: 2, words: 'slow', passage: 'Globex is slow and breaks often.' },
  ])
  expect(judge).toMatchObject({ judged: 3, themesJudged: 2, themesAgreed: 1 })
  const { observation } = await setup.world.operator.db.prisma.result.findUniqueOrThrow({ where: { id } })
  expect(observation).toMatchObject({
    details: {
      themes: {
        found: [
          [0, 'quality', 'negative', 0],
          [0, 'performance', 'positive', 0],
          [1, 'performance', 'negative', 1],
        ],
      },
    },
  })
})

/** The result of "Which is best?" after a judge labeled everything negative. */
const LABELLED = {
  sentiment: { label: 'negative', score: -1, positive: 0, neutral: 0, negative: 2 },
  recommendation: expect.objectContaining({
    recommended: false,
    strength: 'discouraged',
    rank: 1,
    listSize: 2,
    evidence: expect.objectContaining({ text: 'I recommend Acme.' }),
  }),
  competitors: [expect.objectContaining({ mentionCount: 1, sentiment: -1, recommended: false, rank: 2 })],
}

async function idOf({ key }: JudgeProject, resultId: string) {
  const query = 'query($id: ID!) { node(id: $id) { id } }'
  const { node } = await ask(setup.world, key, query, { id: btoa(`AnalysisResult:${resultId}`) })
  return { globalId: node.id as string }
}

it('the judge is not asked about an answer without mentions, or with denials only', async () => {
  const project = await setup.project()
  const { results } = await setup.analyze(project, ['Who is there?', 'What of Acme?'])
  expect(results.map(({ judge }: { judge: unknown }) => judge)).toEqual([null, null])
  expect(setup.server.asked).toEqual([])
  expect(await setup.usageOf(project)).toEqual([])
})

it('an answer with instructions to the judge can only change the labels of its own mentions, even if the judge obeys', async () => {
  const project = await setup.project()
  const before = await setup.unjudged(project, 'Which is worst?')
  const obedient = {
    mentions: [
      { id: 1, sentiment: 'positive' },
      { id: 2, sentiment: 'positive', start: 0, end: 4, entity: 'Globex' },
      { id: 3, sentiment: 'positive' },
      { id: 99, sentiment: 'positive', name: 'Initech' },
    ],
    brands: [
      { id: 1, strength: 'primary', rank: 1, listSize: 9 },
      { id: 7, strength: 'primary' },
    ],
    citations: [{ url: 'https://evil.example' }],
  }
  setup.server.answer(saying(JSON.stringify(obedient)))
  const after = await setup.resultOf(project, 'Which is worst?')
  // The answer is one JSON string, and its own markers are escaped.
  expect(setup.server.asked[0]?.text).toBe(
    ORDERS.replace('Acme', '⟦1:Acme⟧')
      .replace('⟦2:Globex⟧', '[2:⟦2:Globex⟧]')
      .replace(/Globex\.$/, '⟦3:Globex⟧.'),
  )
  const { sentiment, recommendation, competitors, ...rest } = contentOf(after) as typeof after
  const { rank, rankProbability, listSize, evidence } = before.recommendation
  expect(rest).toEqual(
    (({ sentiment, recommendation, competitors, ...same }) => same)(contentOf(before) as typeof before),
  )
  expect(sentiment).toEqual({
    label: 'positive',
    score: 1,
    probability: null,
    reason: null,
    positive: 1,
    neutral: 0,
    negative: 0,
    evidence: [expect.objectContaining({ label: 'positive' })],
  })
  expect(recommendation).toEqual({
    recommended: true,
    strength: 'primary',
    probability: null,
    reason: null,
    rank,
    rankProbability,
    listSize,
    evidence,
  })
  expect(competitors).toEqual([
    {
      ...before.competitors[0],
      sentiment: 1,
      sentimentLabel: 'positive',
      sentimentProbability: null,
      sentimentEvidence: [expect.objectContaining({ label: 'positive' })],
    },
  ])
})

it('simulated answers are not sent to the judge', async () => {
  const project = await setup.project()
  const { results } = await setup.analyze(project, ['Is Acme any good?'], {
    replicates: 5,
    provider: 'made_up',
  })
  expect(results.some(({ brand }: { brand: { mentioned: boolean } }) => brand.mentioned)).toBe(true)
  for (const result of results) expect(result).toMatchObject({ simulated: true, judge: null })
  expect(setup.server.asked).toEqual([])
})

it('an answer that is processed in a thread is judged like any other', async () => {
  const project = await setup.project()
  const { judge, sentiment, answer } = await setup.resultOf(project, 'Which is best, at length?')
  expect(answer).toBe(LONG_PRAISE)
  expect(judge).toMatchObject({ judged: 3, agreed: 1 })
  expect(sentiment).toMatchObject({ label: 'negative', negative: 2 })
  expect(setup.server.asked).toHaveLength(1)
})

it('two workers on one unit store only the first judgement', async () => {
  const project = await setup.project()
  const { prisma } = setup.world.operator.db
  const { id } = await setup.resultOf(project, 'Which is best?')
  const { batchId } = await prisma.result.findUniqueOrThrow({ where: { id } })
  await prisma.result.update({ where: { id }, data: { status: 'pending' } })
  await prisma.batch.update({ where: { id: batchId }, data: { completed: 0, finishedAt: null } })
  await prisma.answer.delete({ where: { resultId: id } })
  await prisma.judgement.delete({ where: { resultId: id } })
  let count = 0
  const waiting: (() => void)[] = []
  setup.server.answer((...args) => {
    const sentiment = ['positive', 'neutral'][count] ?? 'negative'
    count += 1
    waiting.push(() => labelling(sentiment, 'among')(...args))
    // Replies only after both requests have arrived.
    if (waiting.length === 2) for (const reply of waiting) reply()
  })
  const ctx: AppCtx = { ...setup.world.operator, actor: { type: 'job', name: 'ask' } }
  const go = () => askUnit({ ctx, input: { unitId: id, tries: 1 } })
  // Simulates another process. Within one process, both calls would share their work.
  const otherProcess = { ...ctx, db: { ...ctx.db } }
  await Promise.all([go(), askUnit({ ctx: otherProcess, input: { unitId: id, tries: 1 } })])
  const kept = await prisma.judgement.findUniqueOrThrow({ where: { resultId: id } })
  const { observation } = await prisma.result.findUniqueOrThrow({ where: { id } })
  const [label] = (kept.labels as { mentions: { sentiment: string }[] }[])[0]?.mentions ?? []
  expect(observation).toMatchObject({ sentiment: { [label?.sentiment ?? '']: 2 } })
  expect(setup.server.asked).toHaveLength(3)
  // A later worker uses the stored judgement.
  await prisma.result.update({ where: { id }, data: { status: 'pending' } })
  await go()
  expect(setup.server.asked).toHaveLength(3)
})

it('a re-extraction keeps the labels that still match without asking the judge again, with or without a judge', async () => {
  const run = await createRunProject(setup.world, setup.client, {
    competitors: ['Globex'],
    prompts: [{ text: 'Which is best?', providers: ['recorded'] }],
  })
  const { projectId } = run
  const { prisma } = setup.world.operator.db
  await prisma.project.update({ where: { id: projectId }, data: { analysisBrandName: 'Acme' } })
  const runId = await run.run()
  const judged = async () => (await run.call(`GET /v1/analysis/runs/${runId}/results`)).body.data[0]
  const first = await judged()
  expect(first).toMatchObject({ ...LABELLED, judge: { judged: 3, agreed: 1 } })
  expect(setup.server.asked).toHaveLength(1)

  const actor = {
    type: 'member',
    userId: runId,
    organizationId: run.organizationId,
    role: 'admin',
  } as const
  const ctx: AppCtx = { ...setup.world.operator, actor }
  const again = async () => {
    const subscription = await ctx.deps.events.subscribe(runId)
    const { id } = await reextractRun({ ctx, input: { runId } })
    for await (const _ of subscription) {
      const row = await prisma.reextraction.findUnique({ where: { id } })
      if (row?.finishedAt) break
    }
    subscription.close()
    return judged()
  }
  setup.use(null)
  expect(await again()).toEqual(first)
  // Acme now has one more mention than when its strength was judged, so the rules decide again whether it is
  // recommended.
  await prisma.project.update({ where: { id: projectId }, data: { aliases: ['recommend'] } })
  expect(await again()).toMatchObject({
    brand: { mentionCount: 3 },
    sentiment: { negative: 2 },
    recommendation: { recommended: true },
    judge: { model: 'judge-1-0307', promptVersion: PROMPT_VERSION, judged: 3, agreed: 1, themesJudged: 0 },
  })
  expect(setup.server.asked).toHaveLength(1)
})

it('an observation that was stored before the judge existed has no judge', async () => {
  const project = await setup.project()
  const { id } = await setup.resultOf(project, 'Which is best?')
  const { pool } = setup.world.operator.db
  await pool.query(`UPDATE result SET first_observation = first_observation - 'judge' WHERE id = $1`, [id])
  const query = 'query($id: ID!) { node(id: $id) { ... on AnalysisResult { judge { model } } } }'
  const { globalId } = await idOf(project, id)
  expect((await ask(setup.world, project.key, query, { id: globalId })).node).toEqual({ judge: null })
})

it('a judge from before it labeled themes has null for their numbers, on every surface', async () => {
  const project = await setup.project()
  const { analysisId, results } = await setup.analyze(project, ['Which is best?'])
  const { id } = results[0]
  await setup.world.operator.db.pool.query(
    `UPDATE result SET first_observation = first_observation #- '{judge,themesJudged}' #- '{judge,themesAgreed}' WHERE id = $1`,
    [id],
  )
  const expected = { judged: 3, themesJudged: null, themesAgreed: null }
  const query =
    'query($id: ID!) { node(id: $id) { ... on AnalysisResult { judge { judged themesJudged themesAgreed } } } }'
  const { globalId } = await idOf(project, id)
  expect((await ask(setup.world, project.key, query, { id: globalId })).node.judge).toEqual(expected)
  const { body } = await setup.client(`GET /v1/async-analysis/${analysisId}`, { key: project.key })
  expect(body.data.results[0].judge).toMatchObject(expected)
})

it('without a judge, no SQL statement reads or writes judgements', async () => {
  const project = await setup.project()
  setup.use(null)
  const statements = await statementsOf(setup.world, () => setup.resultOf(project, 'Which is best?'))
  expect(statements.some((text) => text.includes('artifact'))).toBe(true)
  expect(statements.filter((text) => text.includes('judge'))).toEqual([])
})
