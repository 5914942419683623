import { describe, expect, it } from 'vitest'
import { completeSummary } from './complete-summary.ts'
import type { Rate } from './definitions.ts'
import { METRICS_VERSION } from './definitions.ts'
import { meanInterval } from './intervals.ts'
import type { MetricsAnswer, MetricsInput, MetricsMention } from './metrics-input.ts'
import { rate } from './rates.ts'
import { answer, mention, source } from './sample-answers.ts'
import { summarize } from './summarize.ts'

const ENTITIES = [
  { id: 'brand', name: 'Taskfern' },
  { id: 'b', name: 'Boardly' },
  { id: 'c', name: 'Quillstack' },
]

const named = (position: number, seen: Partial<MetricsMention> = {}) =>
  mention({ mentioned: true, position, ...seen })
const prompt = (branded = false) => ({ text: 'Question?', tags: [], branded })
const counts = ({ numerator, denominator }: Rate) => [numerator, denominator]

/** Two prompts without and one with the brand, two answers each. The expected values below are counted by hand. */
const ANSWERS: MetricsAnswer[] = [
  answer({
    prompt: 0,
    entities: [
      named(1, {
        mentions: 3,
        prominence: 0.9,
        sentiment: 1 / 3,
        tones: { positive: 2, neutral: 0, negative: 1 },
        recommended: true,
        strength: 'primary',
      }),
      named(2, {
        mentions: 1,
        prominence: 0.5,
        sentiment: 0,
        tones: { positive: 0, neutral: 1, negative: 0 },
      }),
      mention(),
    ],
    sources: [source('taskfern.example', 0), source('taskfern.example', 0), source('news.example')],
  }),
  answer({
    prompt: 0,
    entities: [mention(), named(1, { mentions: 2, recommended: true, strength: 'strong' }), mention()],
    sources: [source('boardly.example', 1), source('taskfern.example', 0, false)],
  }),
  answer({ prompt: 1, entities: [mention(), mention(), mention()] }),
  answer({ prompt: 1, entities: [mention({ denied: true }), mention(), mention()] }),
  answer({
    prompt: 2,
    entities: [
      named(2, {
        mentions: 1,
        prominence: 0.3,
        sentiment: 1,
        tones: { positive: 1, neutral: 0, negative: 0 },
        strength: 'mentioned_only',
      }),
      mention(),
      named(1),
    ],
    sources: [source('news.example'), source('news.example')],
  }),
  answer({ prompt: 2, entities: [named(1, { strength: 'discouraged' }), mention(), mention()] }),
  answer({ prompt: 2, status: 'refused', entities: [] }),
  answer({ prompt: 2, status: 'not_shown', entities: [] }),
  answer({ prompt: 2, status: 'not_shown', entities: [] }),
  answer({ prompt: 2, status: 'failed', entities: [] }),
]
const BATCH: MetricsInput = {
  entities: ENTITIES,
  prompts: [prompt(), prompt(), prompt(true)],
  answers: ANSWERS,
}

describe('values counted by hand', () => {
  const summary = summarize(BATCH)
  const [brand, boardly, quillstack] = summary.entities

  it('match the rates of answers', () => {
    expect(counts(summary.mentionRate)).toEqual([3, 6])
    expect(counts(summary.recommendationRate)).toEqual([1, 6])
    expect(counts(summary.citationRate)).toEqual([1, 6])
    expect(counts(summary.retrievedRate)).toEqual([1, 6])
    expect(counts(summary.denialRate)).toEqual([1, 6])
    expect(counts(summary.informativeRate)).toEqual([4, 6])
    expect(summary.sample).toEqual({ prompts: 3, answers: 6, replicates: 2 })
  })

  it('match the shares of voice and of mentions, over the prompts that do not name the brand', () => {
    expect(summary.shareOfVoicePrompts).toBe('unbranded')
    expect(summary.entities.map(({ shareOfVoice }) => counts(shareOfVoice))).toEqual([
      [1, 3],
      [2, 3],
      [0, 3],
    ])
    expect(summary.entities.map(({ shareOfMentions }) => counts(shareOfMentions))).toEqual([
      [3, 6],
      [3, 6],
      [0, 6],
    ])
    const all = summarize({ ...BATCH, prompts: [prompt(true), prompt(true), prompt(true)] })
    expect(all.shareOfVoicePrompts).toBe('all')
    expect(counts(all.shareOfVoice)).toEqual([3, 6])
    expect(counts(all.shareOfMentions)).toEqual([5, 9])
  })

  it('match the positions, their histogram and the prominence', () => {
    expect(brand?.positions).toEqual({
      average: 4 / 3,
      histogram: [
        { position: 1, answers: 2 },
        { position: 2, answers: 1 },
      ],
      absent: 3,
    })
    expect(quillstack?.positions).toEqual({ average: 1, histogram: [{ position: 1, answers: 1 }], absent: 5 })
    expect(brand?.positionMean).toMatchObject({ value: 4 / 3, answers: 3 })
    expect(brand?.averagePosition).toBe(4 / 3)
    expect(quillstack?.positionMean).toEqual({ value: 1, low: null, high: null, answers: 1 })
    // The offset in the third answer with a mention is unknown.
    expect(brand?.prominence.value).toBeCloseTo((0.9 + 0.3) / 2)
    expect(brand?.prominence.answers).toBe(2)
  })

  it('match the sentiment, which is averaged over mentions instead of answers', () => {
    expect(brand?.sentiments).toEqual({ positive: 3, neutral: 0, negative: 1 })
    // A mean over answers would be 2/3.
    expect(brand?.sentiment).toBeCloseTo((3 - 1) / 4)
    expect(quillstack?.sentiment).toBeNull()
    expect(brand?.sentimentMean).toMatchObject({ value: brand?.sentiment, answers: 2 })
    expect(boardly?.sentimentMean).toEqual({ value: 0, low: null, high: null, answers: 1 })
    expect(quillstack?.sentimentMean).toEqual({ value: null, low: null, high: null, answers: 0 })
  })

  it('match praise, criticism and both, over the answers with a known sentiment', () => {
    expect(summary.entities.map(({ praiseRate }) => counts(praiseRate))).toEqual([
      [2, 2],
      [0, 1],
      [0, 0],
    ])
    const critical = named(1, { mentions: 3, sentiment: -1 / 3, tones: null })
    const mixed = named(1, { mentions: 2, sentiment: 0, label: 'mixed', tones: null })
    const { praiseRate, mixedRate, criticismRate } = summarize({
      entities: ENTITIES.slice(0, 1),
      prompts: [prompt()],
      answers: [critical, mixed, critical, mention()].map((seen) => answer({ entities: [seen] })),
    })
    expect([praiseRate, mixedRate, criticismRate].map(counts)).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
    ])
  })

  it('match the recommendations', () => {
    expect(brand && counts(brand.recommendations.whenMentioned)).toEqual([1, 3])
    expect(summary.entities.map(({ recommendations }) => counts(recommendations.share))).toEqual([
      [1, 2],
      [1, 2],
      [0, 2],
    ])
    expect(brand?.recommendations.strengths).toEqual({
      primary: 1,
      strong: 0,
      among: 0,
      mentionedOnly: 1,
      discouraged: 1,
    })
  })

  it('match the shares of citations by entity, owner and domain', () => {
    expect(summary.entities.map(({ citationShare }) => counts(citationShare))).toEqual([
      [2, 6],
      [1, 6],
      [0, 6],
    ])
    expect(summary.sources.citations).toBe(6)
    expect(summary.sources.owners.map(({ owner, share }) => [owner, ...counts(share)])).toEqual([
      ['brand', 2, 6],
      ['competitor', 1, 6],
      ['third_party', 3, 6],
    ])
    const domains = summary.sources.domains.map(({ share, citationRate, retrievedRate, ...domain }) => ({
      ...domain,
      rates: [counts(share), counts(citationRate), counts(retrievedRate)],
    }))
    expect(domains).toEqual([
      {
        domain: 'news.example',
        owner: 'third_party',
        competitorId: null,
        citations: 3,
        rates: [
          [3, 6],
          [2, 6],
          [0, 6],
        ],
      },
      {
        domain: 'taskfern.example',
        owner: 'brand',
        competitorId: null,
        citations: 2,
        rates: [
          [2, 6],
          [1, 6],
          [1, 6],
        ],
      },
      {
        domain: 'boardly.example',
        owner: 'competitor',
        competitorId: 'b',
        citations: 1,
        rates: [
          [1, 6],
          [1, 6],
          [0, 6],
        ],
      },
    ])
  })

  it('match the agreement of replicates, over pairs', () => {
    // The two replicates disagree about the brand for one of the three prompts, about Boardly for none, and about
    // Quillstack for one.
    expect(summary.entities.map(({ agreement }) => counts(agreement))).toEqual([
      [2, 3],
      [3, 3],
      [2, 3],
    ])
    const cell = [true, true, true, false, false].map((mentioned) =>
      answer({ entities: [mention({ mentioned })] }),
    )
    const single = summarize({ entities: ENTITIES.slice(0, 1), prompts: [prompt()], answers: cell })
    // Of ten pairs, three agree on a mention and one agrees on none.
    expect(counts(single.agreement)).toEqual([4, 10])
    // Replicates that always agree add no information.
    expect((single.agreement.high ?? 1) - (single.agreement.low ?? 0)).toBeGreaterThan(0.6)
  })

  it('match each kind of absence, with its own denominator', () => {
    const { notNamed, denied, refused, notShown, failed } = summary.absence
    expect([notNamed, denied, refused, notShown, failed].map(counts)).toEqual([
      [2, 6],
      [1, 6],
      [1, 7],
      [2, 9],
      [1, 10],
    ])
    expect(boardly && counts(boardly.denialRate)).toEqual([0, 6])
  })
})

it('counts cards out of the answers with cards, and not as mentions', () => {
  const { entities } = summarize({
    entities: ENTITIES,
    prompts: [prompt()],
    answers: [[0], [0, 1], [], null, null].map((placed) =>
      answer({ placed, entities: ENTITIES.map(() => mention()) }),
    ),
  })
  expect(entities.map(({ placementRate }) => counts(placementRate))).toEqual([
    [2, 3],
    [1, 3],
    ...entities.slice(2).map(() => [0, 3]),
  ])
  expect(entities.map(({ mentionRate }) => mentionRate.numerator)).toEqual(entities.map(() => 0))
})

it('skips observations of older extraction versions in metrics they have no data for', () => {
  const old = mention({ mentioned: true, mentions: 2, position: 1, sentiment: 0.5, denied: null })
  const { entities } = summarize({
    entities: ENTITIES.slice(0, 1),
    prompts: [prompt()],
    answers: [answer({ entities: [old] })],
  })
  expect(entities[0]).toMatchObject({
    prominence: { value: null, answers: 0 },
    sentiment: 0.5,
    sentiments: { positive: 0, neutral: 0, negative: 0 },
    denialRate: { value: null, denominator: 0 },
  })
})

it('completes a summary of an older version with null for newer metrics', () => {
  const { mentionRate, entities, ...stored } = summarize(BATCH)
  const older = JSON.parse(JSON.stringify({ ...stored, mentionRate, entities }))
  delete older.metricsVersion
  delete older.sources
  delete older.entities[1].agreement
  for (const figures of [older, ...older.entities]) {
    for (const newer of ['positionMean', 'sentimentMean', 'praiseRate', 'mixedRate', 'criticismRate'])
      delete figures[newer]
  }
  const complete = completeSummary(older)
  expect(complete).toMatchObject({
    metricsVersion: 0,
    mentionRate,
    sources: { citations: 0, domains: [] },
    averagePosition: 4 / 3,
    positionMean: { value: null, low: null, high: null, answers: 0 },
    sentiment: summarize(BATCH).sentiment,
    sentimentMean: { value: null, low: null, high: null, answers: 0 },
    praiseRate: { value: null, denominator: 0 },
  })
  expect(complete.entities[1]).toMatchObject({ name: 'Boardly', agreement: { value: null, denominator: 0 } })
  const current = summarize(BATCH)
  expect(current.metricsVersion).toBe(METRICS_VERSION)
  expect(completeSummary(current)).toBe(current)
})

it('has no shares of voice, mentions and recommendations without competitors', () => {
  const only = summarize({
    entities: ENTITIES.slice(0, 1),
    prompts: [prompt()],
    answers: [
      answer({ prompt: 0, entities: [named(1, { mentions: 2, recommended: true, strength: 'primary' })] }),
    ],
  })
  expect(only.mentionRate.value).toBe(1)
  for (const share of [only.shareOfVoice, only.shareOfMentions, only.recommendations.share]) {
    expect(share).toMatchObject({ value: null, numerator: 0, denominator: 0, low: null, high: null })
  }
})

describe('the interval of a mean', () => {
  const placed = (positions: readonly number[], prompts: 'one' | 'each') =>
    summarize({
      entities: ENTITIES,
      prompts: positions.map(() => prompt()),
      answers: positions.map((position, number) =>
        answer({ prompt: prompts === 'one' ? 0 : number, entities: [named(position), mention(), mention()] }),
      ),
    }).positionMean

  it('equals the interval of a share if all values are at the bounds, for independent answers and for answers to one prompt', () => {
    const positions = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? 1 : 3))
    const share = rate(10, 20)
    for (const prompts of ['one', 'each'] as const) {
      const { low, high } = placed(positions, prompts)
      expect(low).toBeCloseTo(1 + 2 * (share.low ?? 0), 3)
      expect(high).toBeCloseTo(1 + 2 * (share.high ?? 0), 3)
    }
  })

  it('approaches Student’s interval for many answers far from the bounds', () => {
    // The standard error is √(1/400), and the quantile is 1.966 for 399 degrees of freedom.
    const { low, high } = meanInterval(10, 1, 400, { least: 1, most: 20, step: 1 })
    expect(low).toBeCloseTo(10 - 1.966 / 20, 2)
    expect(high).toBeCloseTo(10 + 1.966 / 20, 2)
  })

  it('has a positive width if all answers agree, gets narrower with more answers, and never leaves the possible values', () => {
    const ten = placed(Array(10).fill(2), 'each')
    const hundred = placed(Array(100).fill(2), 'each')
    expect(ten).toMatchObject({ value: 2, low: expect.closeTo(1.69, 2), high: expect.closeTo(2.31, 2) })
    expect(hundred).toMatchObject({ low: expect.closeTo(1.97, 2), high: expect.closeTo(2.03, 2) })
    expect(placed([1, 1, 1], 'each').low).toBe(1)
    const both = placed([1, 3], 'each')
    expect(both.low).toBeGreaterThanOrEqual(1)
    expect(both.high).toBeLessThanOrEqual(3)
  })
})

it('counts answers as lost that mention at least two competitors but not the brand, even if they deny it', () => {
  const lostOf = (answers: MetricsAnswer[], entities = ENTITIES) =>
    counts(summarize({ entities, prompts: [prompt()], answers }).lostRate)
  const seen = (...positions: (number | null)[]) =>
    answer({ entities: positions.map((position) => (position === null ? mention() : named(position))) })
  const denied = answer({ entities: [mention({ denied: true }), named(1), named(2)] })
  const answers = [seen(null, 1, 2), seen(3, 1, 2), seen(null, 1, null), seen(null, null, null), denied]
  expect(lostOf(answers)).toEqual([2, 5])
  expect(lostOf([seen(null, 1)], ENTITIES.slice(0, 2))).toEqual([0, 0])
})
