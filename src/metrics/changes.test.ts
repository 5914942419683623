import { describe, expect, it } from 'vitest'
import { changesOf } from './changes.ts'
import { CHANGED_METRICS } from './definitions.ts'
import type { MetricsInput, MetricsMention } from './metrics-input.ts'
import { seeded } from './random.ts'
import { answer, mention, source } from './sample-answers.ts'

const ENTITIES = [
  { id: 'brand', name: 'Taskfern' },
  { id: 'b', name: 'Boardly' },
  { id: 'c', name: 'Quillstack' },
]

/** A batch with an answer to each prompt from each of two providers; `mentions` says what it says of each entity. */
function batchOf(
  prompts: number,
  mentions: (prompt: number) => Partial<MetricsMention>[],
  entities = ENTITIES,
): MetricsInput {
  return {
    entities,
    prompts: Array.from({ length: prompts }, (_, n) => ({
      text: `Question ${n}?`,
      tags: [],
      branded: n === 0,
    })),
    answers: Array.from({ length: prompts }, (_, prompt) =>
      ['chatgpt', 'gemini'].map((provider) => {
        const said = mentions(prompt)
        return answer({
          prompt,
          provider,
          entities: entities.map((_, index) => mention(said[index])),
          sources: said.flatMap(({ strength }, entity) =>
            strength === 'primary' ? [source(`${entity}.example`, entity)] : [],
          ),
        })
      }),
    ).flat(),
  }
}

const named = (seen: Partial<MetricsMention> = {}) => ({
  mentioned: true,
  position: 1,
  sentiment: 0,
  ...seen,
})

describe('the changes of figures', () => {
  it('are the differences of what both runs asked, of each entity', () => {
    const before = batchOf(20, () => [named({ position: 2 }), named()])
    const now = batchOf(20, (prompt) => [
      named({ sentiment: 1, recommended: true, strength: 'primary' }),
      prompt < 16 ? {} : named({ position: 2 }),
    ])
    const [brand, boardly, quillstack] = changesOf(now, before)
    expect(brand).toMatchObject({
      id: 'brand',
      name: 'Taskfern',
      mentionRate: { verdict: 'within_noise', prompts: 20, difference: 0, low: 0, high: 0, pValue: 1 },
      averagePosition: { verdict: 'moved', prompts: 20, difference: -1, low: -1, high: -1 },
      sentiment: { verdict: 'moved', difference: 1 },
      recommendationRate: { verdict: 'moved', difference: 1, adjustedVerdict: 'moved' },
      citationRate: { verdict: 'moved', difference: 1, adjustedVerdict: 'moved' },
    })
    // Over the nineteen prompts that do not name the brand: 19 of 23 pairs now, 19 of 38 then.
    expect(brand?.shareOfVoice).toMatchObject({ verdict: 'moved', prompts: 19 })
    expect(brand?.shareOfVoice.difference).toBeCloseTo(19 / 23 - 1 / 2)
    expect(boardly?.mentionRate.difference).toBeCloseTo(-0.8)
    expect(boardly?.averagePosition).toMatchObject({ prompts: 20, difference: 1 })
    // Nobody names it: its rates are 0, and its position cannot be compared.
    expect(quillstack).toMatchObject({
      mentionRate: { verdict: 'within_noise', difference: 0 },
      averagePosition: { verdict: 'insufficient', prompts: 0, difference: null, pValue: null },
      sentiment: { verdict: 'insufficient', adjustedVerdict: 'insufficient' },
    })
  })

  it('are insufficient without an earlier run, and with fewer than ten prompts that name the entity', () => {
    const few = batchOf(20, (prompt) => [prompt < 9 ? named() : {}, named()])
    const [first] = changesOf(few, null)
    for (const metric of CHANGED_METRICS) expect(first?.[metric].verdict).toBe('insufficient')
    const [brand] = changesOf(few, few)
    expect(brand).toMatchObject({
      mentionRate: { verdict: 'within_noise', prompts: 20 },
      sentiment: { verdict: 'insufficient', prompts: 9 },
    })
  })

  it('are not comparable for an entity with other names, and for what depends on the set of entities', () => {
    const batch = batchOf(20, () => [named(), named({ position: 2 })])
    const [brand, boardly] = changesOf(batch, batch, (id) => id !== 'b')
    expect(boardly?.mentionRate.verdict).toBe('not_comparable')
    expect(brand).toMatchObject({
      mentionRate: { verdict: 'within_noise' },
      shareOfVoice: { verdict: 'not_comparable' },
      averagePosition: { verdict: 'not_comparable' },
    })
    const fewer = batchOf(20, () => [named(), named({ position: 2 })], ENTITIES.slice(0, 2))
    const [, , added] = changesOf(batch, fewer)
    expect(added?.citationRate.verdict).toBe('not_comparable')
    const [alone] = changesOf(
      batchOf(20, () => [named()], ENTITIES.slice(0, 1)),
      batchOf(20, () => [named()], ENTITIES.slice(0, 1)),
    )
    expect(alone?.shareOfVoice).toMatchObject({ verdict: 'insufficient', difference: null })
  })
})

/** Shares of pairs of runs in which figures of the brand moved, alone and together; `rise` is how much more often it is named. */
function alarms({ prompts, rise, worlds }: { prompts: number; rise: number; worlds: number }) {
  const random = seeded(prompts + 31)
  const counted = { position: 0, sentiment: 0, share: 0, together: 0, alone: 0 }
  for (let world = 0; world < worlds; world += 1) {
    const chances = Array.from({ length: prompts }, () => ENTITIES.map(() => 0.2 + random() * 0.6))
    const liked = Array.from({ length: prompts }, () => random())
    const early = Array.from({ length: prompts }, () => random())
    const said = (more: number) => (prompt: number) =>
      ENTITIES.map((_, entity) =>
        random() < (chances[prompt]?.[entity] ?? 0) + more
          ? named({
              position: random() < (early[prompt] ?? 0) ? 1 : 2 + Math.floor(random() * 3),
              sentiment: random() < (liked[prompt] ?? 0) ? 1 : -1,
              recommended: random() < 0.4,
            })
          : {},
      )
    const changes = changesOf(batchOf(prompts, said(rise)), batchOf(prompts, said(0)))
    const [brand] = changes
    if (brand?.averagePosition.verdict === 'moved') counted.position += 1
    if (brand?.sentiment.verdict === 'moved') counted.sentiment += 1
    if (brand?.shareOfVoice.verdict === 'moved') counted.share += 1
    const all = changes.flatMap((entity) => CHANGED_METRICS.map((metric) => entity[metric]))
    if (all.some(({ verdict }) => verdict === 'moved')) counted.alone += 1
    if (all.some(({ adjustedVerdict }) => adjustedVerdict === 'moved')) counted.together += 1
  }
  const { position, sentiment, share, together, alone } = counted
  return {
    position: position / worlds,
    sentiment: sentiment / worlds,
    share: share / worlds,
    together: together / worlds,
    alone: alone / worlds,
  }
}

/**
 * The largest share of false alarms that so many simulated pairs of runs show, but in one simulation of a thousand, where each pair has
 * one with a chance of 5 %: the 99.9 % quantile of the binomial distribution.
 */
function mostAlarms(worlds: number): number {
  const chance = 0.05
  let exactly = (1 - chance) ** worlds
  let atMost = exactly
  let alarms = 0
  while (atMost < 0.999) {
    exactly *= ((worlds - alarms) / (alarms + 1)) * (chance / (1 - chance))
    alarms += 1
    atMost += exactly
  }
  return alarms / worlds
}

const WORLDS = 600
const AT_MOST = mostAlarms(WORLDS)

describe('false alarms', () => {
  it.each([12, 30])(
    'are at most 5 in 100 of position, sentiment and share of voice, and of all figures together: %i prompts',
    (prompts) => {
      const found = alarms({ prompts, rise: 0, worlds: WORLDS })
      expect(found.position).toBeLessThanOrEqual(AT_MOST)
      expect(found.sentiment).toBeLessThanOrEqual(AT_MOST)
      expect(found.share).toBeLessThanOrEqual(AT_MOST)
      expect(found.together).toBeLessThanOrEqual(AT_MOST)
      // Alone, one of them nearly always would say it.
      expect(found.alone).toBeGreaterThan(0.1)
    },
    120_000,
  )

  it('of position and sentiment stay so where the entity is named more often than before', () => {
    const found = alarms({ prompts: 30, rise: 0.2, worlds: WORLDS })
    expect(found.position).toBeLessThanOrEqual(AT_MOST)
    expect(found.sentiment).toBeLessThanOrEqual(AT_MOST)
    // The mention rates did change.
    expect(found.together).toBeGreaterThan(0.3)
  }, 120_000)
})
