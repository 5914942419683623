import { describe, expect, it } from 'vitest'
import { RUN_SIGNIFICANCE } from './change-tests.ts'
import type { MetricsInput, MetricsMention } from './metrics-input.ts'
import { mostFalseAlarms } from './most-false-alarms.ts'
import { type ChangedThing, notableChanges } from './notable-changes.ts'
import { seeded } from './random.ts'
import { answer, mention, source } from './sample-answers.ts'

const ENTITIES = [
  { id: 'brand', name: 'Taskfern' },
  { id: 'b', name: 'Boardly' },
  { id: 'c', name: 'Quillstack' },
]
const PROVIDERS = ['chatgpt', 'gemini', 'perplexity']

interface Said {
  mentions: Partial<MetricsMention>[]
  sites?: string[]
}

/** Creates a run in which each provider answers each of 20 prompts once. Every second prompt has the tag `crm`. */
function runOf(say: (prompt: number, provider: string) => Said): MetricsInput {
  return {
    entities: ENTITIES,
    prompts: Array.from({ length: 20 }, (_, n) => ({
      text: `Question ${n}?`,
      tags: n % 2 === 0 ? ['crm'] : [],
      branded: false,
    })),
    answers: Array.from({ length: 20 }, (_, prompt) =>
      PROVIDERS.map((provider) => {
        const { mentions, sites = [] } = say(prompt, provider)
        const sources = sites.map((site) => source(site))
        return answer({
          prompt,
          provider,
          entities: ENTITIES.map((_, index) => mention(mentions[index])),
          sources,
        })
      }),
    ).flat(),
  }
}

const named = (seen: Partial<MetricsMention> = {}) => ({ mentioned: true, position: 1, ...seen })
const isSame = () => true
const things = (now: MetricsInput, before: MetricsInput): ChangedThing[] =>
  notableChanges(now, before, { isSame }).map(({ thing }) => thing)

describe('notable changes', () => {
  const before = runOf((prompt) => ({ mentions: prompt < 10 ? [named()] : [] }))

  it('report a metric once if it moved in the whole run, with both values and the interval', () => {
    const now = runOf(() => ({ mentions: [named()] }))
    const [change, ...others] = notableChanges(now, before, { isSame }).filter(
      ({ thing }) => thing.kind === 'metric_moved' && thing.metric === 'mentionRate',
    )
    expect(others).toEqual([])
    expect(change).toMatchObject({
      thing: { kind: 'metric_moved', metric: 'mentionRate', part: { scope: 'all', value: '' } },
      prompts: 20,
      value: 1,
      previousValue: 0.5,
      difference: 0.5,
    })
    expect(change?.low).toBeGreaterThan(0)
    expect(change?.pValue).toBeLessThan(0.05)
  })

  it('report a metric of a provider or tag that moved differently from the whole run', () => {
    // One provider gains what another one loses.
    const swapped = runOf((prompt, provider) => ({
      mentions: provider === 'chatgpt' || (provider === 'perplexity' && prompt < 10) ? [named()] : [],
    }))
    const parts = things(swapped, before).flatMap((thing) =>
      thing.kind === 'metric_moved' && thing.metric === 'mentionRate' ? [thing.part] : [],
    )
    expect(parts).toEqual([
      { scope: 'provider', value: 'chatgpt' },
      { scope: 'provider', value: 'gemini' },
    ])
  })

  it('report a competitor that overtook the brand, but not one that was ahead already', () => {
    const ahead = runOf((prompt) => ({ mentions: [prompt < 10 ? named() : {}, {}, named()] }))
    const now = runOf((prompt) => ({
      mentions: [prompt < 10 ? named() : {}, prompt < 18 ? named() : {}, named()],
    }))
    expect(things(now, ahead)).toContainEqual({ kind: 'competitor_overtook', competitorId: 'b' })
    expect(things(now, ahead)).not.toContainEqual({ kind: 'competitor_overtook', competitorId: 'c' })
  })

  it('report sites that appear or are lost, but not sites that are cited more often', () => {
    const cites = (...sites: string[]) =>
      runOf((prompt) => ({ mentions: [], sites: prompt < 15 ? sites : [] }))
    const more = runOf(() => ({ mentions: [], sites: ['news.example', 'both.example'] }))
    expect(things(more, cites('shop.example', 'both.example'))).toEqual([
      { kind: 'site_appeared', domain: 'news.example' },
      { kind: 'site_lost', domain: 'shop.example' },
    ])
  })

  it('report a rise of denials and of advice against the brand, but not a fall', () => {
    const denying = runOf(() => ({ mentions: [{ denied: true }] }))
    const warning = runOf(() => ({ mentions: [named({ strength: 'discouraged' })] }))
    const quiet = runOf(() => ({ mentions: [] }))
    expect(things(denying, quiet)).toContainEqual({ kind: 'brand_denied' })
    expect(things(quiet, denying)).not.toContainEqual({ kind: 'brand_denied' })
    expect(things(warning, quiet)).toContainEqual({ kind: 'brand_discouraged' })
  })

  it('report a property that answers to several prompts gained', () => {
    const inPrompts = (prompts: number) =>
      new Map(Array.from({ length: prompts }, (_, n) => [`Question ${n}?`, 1] as const))
    const properties = [
      { key: 'new', now: inPrompts(12), before: new Map() },
      { key: 'rare', now: inPrompts(3), before: new Map() },
      { key: 'known', now: inPrompts(20), before: inPrompts(2) },
    ]
    const found = notableChanges(before, before, { isSame, properties })
    expect(found.map(({ thing, value }) => [thing, value])).toEqual([[{ kind: 'appeared', key: 'new' }, 0.6]])
  })

  it('compare the brand only if both runs tracked it by the same names', () => {
    const now = runOf(() => ({ mentions: [named()], sites: ['news.example'] }))
    expect(notableChanges(now, before, { isSame: () => false }).map(({ thing }) => thing)).toEqual([
      { kind: 'site_appeared', domain: 'news.example' },
    ])
  })
})

const WORLDS = 400

it('report anything in at most the intended share of the runs without a real change', () => {
  const random = seeded(29)
  let alarms = 0
  for (let world = 0; world < WORLDS; world += 1) {
    const chances = Array.from({ length: 20 }, () => ENTITIES.map(() => 0.1 + random() * 0.7))
    const cited = Array.from({ length: 20 }, () => Array.from({ length: 15 }, () => random() ** 3))
    const brands = Array.from({ length: 20 }, () => Array.from({ length: 5 }, () => random() ** 4))
    const run = () =>
      runOf((prompt) => ({
        mentions: ENTITIES.map((_, entity) =>
          random() < (chances[prompt]?.[entity] ?? 0)
            ? named({
                position: 1 + Math.floor(random() * 3),
                sentiment: random() < 0.5 ? 1 : 0,
                recommended: random() < 0.4,
                strength: random() < 0.1 ? 'discouraged' : null,
              })
            : { denied: random() < 0.2 },
        ),
        sites: (cited[prompt] ?? []).flatMap((chance, site) =>
          random() < chance ? [`${site}.example`] : [],
        ),
      }))
    const discovered = () =>
      Array.from(
        { length: 5 },
        (_, brand) =>
          new Map(brands.map((chances, n) => [`Question ${n}?`, random() < (chances[brand] ?? 0) ? 1 : 0])),
      )
    const [now, before] = [discovered(), discovered()]
    const properties = now.map((shares, key) => ({
      key: String(key),
      now: shares,
      before: before[key] ?? new Map(),
    }))
    if (notableChanges(run(), run(), { isSame, properties }).length > 0) alarms += 1
  }
  expect(alarms / WORLDS).toBeLessThanOrEqual(mostFalseAlarms(WORLDS, RUN_SIGNIFICANCE))
}, 120_000)
