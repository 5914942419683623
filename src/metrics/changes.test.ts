import { describe, expect, it } from 'vitest'
import { changesOf } from './changes.ts'
import { CHANGED_METRICS } from './definitions.ts'
import type { MetricsInput, MetricsMention } from './metrics-input.ts'
import { mostFalseAlarms } from './most-false-alarms.ts'
import { seeded } from './random.ts'
import { answer, mention, source } from './sample-answers.ts'

const ENTITIES = [
  { id: 'brand', name: 'Taskfern' },
  { id: 'b', name: 'Boardly' },
  { id: 'c', name: 'Quillstack' },
]

/**
 * Creates a batch with one answer to each prompt from each of two providers. `mentions` returns the mentions of each
 * entity.
 */
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

describe('the changes of metrics', () => {
  it('compare what both runs asked, for each entity', () => {
    const before = batchOf(20, () => [named({ position: 2 }), named()])
    const now = batchOf(20, (prompt) => [
      named({ sentiment: 1, recommended: true, strength: 'primary' }),
      prompt < 16 ? {} : named({ position: 2 }),
    ])
    const [brand, boardly, quillstack] = changesOf(now, before).entities
    expect(brand).toMatchObject({
      id: 'brand',
      name: 'Taskfern',
      mentionRate: { verdict: 'within_noise', prompts: 20, difference: 0, low: 0, high: 0, pValue: 1 },
      averagePosition: { verdict: 'moved', prompts: 20, difference: -1, low: -1, high: -1 },
      sentiment: { verdict: 'moved', difference: 1 },
      recommendationRate: { verdict: 'moved', difference: 1, adjustedVerdict: 'moved' },
      citationRate: { verdict: 'moved', difference: 1, adjustedVerdict: 'moved' },
    })
    // 19 prompts do not name the brand: 19 of 23 pairs now, 19 of 38 before.
    expect(brand?.shareOfVoice).toMatchObject({ verdict: 'moved', prompts: 19 })
    expect(brand?.shareOfVoice.difference).toBeCloseTo(19 / 23 - 1 / 2)
    expect(boardly?.mentionRate.difference).toBeCloseTo(-0.8)
    expect(boardly?.averagePosition).toMatchObject({ prompts: 20, difference: 1 })
    // No answer mentions it: its rates are 0, and its position cannot be compared.
    expect(quillstack).toMatchObject({
      mentionRate: { verdict: 'within_noise', difference: 0 },
      averagePosition: { verdict: 'insufficient', prompts: 0, difference: null, pValue: null },
      sentiment: { verdict: 'insufficient', adjustedVerdict: 'insufficient' },
    })
  })

  it('state both mention rates over the prompts that both runs asked', () => {
    const before = batchOf(20, (prompt) => [prompt < 15 ? named() : {}])
    const now = batchOf(40, (prompt) => [prompt < 16 ? named() : {}])
    const { mentionRate } = changesOf(now, before)
    expect(mentionRate).toMatchObject({ prompts: 20, rate: 0.8, previousRate: 0.75, verdict: 'within_noise' })
    expect(changesOf(now, null).mentionRate).toMatchObject({ rate: null, previousRate: null })
  })

  it('are insufficient without an earlier run, or with fewer than ten prompts that mention the entity', () => {
    const few = batchOf(20, (prompt) => [prompt < 9 ? named() : {}, named()])
    const [first] = changesOf(few, null).entities
    for (const metric of CHANGED_METRICS) expect(first?.[metric].verdict).toBe('insufficient')
    const [brand] = changesOf(few, few).entities
    expect(brand).toMatchObject({
      mentionRate: { verdict: 'within_noise', prompts: 20 },
      sentiment: { verdict: 'insufficient', prompts: 9 },
    })
  })

  it('are not comparable if the entity has different names, or if the metric depends on the set of entities', () => {
    const batch = batchOf(20, () => [named(), named({ position: 2 })])
    const [brand, boardly] = changesOf(batch, batch, (id) => id !== 'b').entities
    expect(boardly?.mentionRate.verdict).toBe('not_comparable')
    expect(brand).toMatchObject({
      mentionRate: { verdict: 'within_noise' },
      shareOfVoice: { verdict: 'not_comparable' },
      averagePosition: { verdict: 'not_comparable' },
    })
    const fewer = batchOf(20, () => [named(), named({ position: 2 })], ENTITIES.slice(0, 2))
    const [, , added] = changesOf(batch, fewer).entities
    expect(added?.citationRate.verdict).toBe('not_comparable')
    const [alone] = changesOf(
      batchOf(20, () => [named()], ENTITIES.slice(0, 1)),
      batchOf(20, () => [named()], ENTITIES.slice(0, 1)),
    ).entities
    expect(alone?.shareOfVoice).toMatchObject({ verdict: 'insufficient', difference: null })
  })
})

/**
 * Returns how often metrics of the brand moved between two simulated runs, individually and jointly. `rise` is the
 * increase of its mention rate.
 */
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
    const changes = changesOf(batchOf(prompts, said(rise)), batchOf(prompts, said(0))).entities
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

const WORLDS = 600
const AT_MOST = mostFalseAlarms(WORLDS)

describe('false alarms', () => {
  it.each([12, 30])(
    'occur in at most 5 % of pairs for position, sentiment and share of voice, and for all metrics together: %i prompts',
    (prompts) => {
      const shares = alarms({ prompts, rise: 0, worlds: WORLDS })
      expect(shares.position).toBeLessThanOrEqual(AT_MOST)
      expect(shares.sentiment).toBeLessThanOrEqual(AT_MOST)
      expect(shares.share).toBeLessThanOrEqual(AT_MOST)
      expect(shares.together).toBeLessThanOrEqual(AT_MOST)
      // Without the adjustment, at least one metric often moves.
      expect(shares.alone).toBeGreaterThan(0.1)
    },
    120_000,
  )

  it('stay as rare for position and sentiment if the mention rate increases', () => {
    const shares = alarms({ prompts: 30, rise: 0.2, worlds: WORLDS })
    expect(shares.position).toBeLessThanOrEqual(AT_MOST)
    expect(shares.sentiment).toBeLessThanOrEqual(AT_MOST)
    // The mention rates did change.
    expect(shares.together).toBeGreaterThan(0.3)
  }, 120_000)
})
