import { describe, expect, it } from 'vitest'
import type { MetricsInput, MetricsMention } from './metrics-input.ts'
import { answer, mention } from './sample-answers.ts'
import { themesOf } from './themes.ts'

type Themes = NonNullable<MetricsMention['themes']>

/** A batch with two answers to each prompt, about one brand. */
function batch(prompts: number, themesOfPrompt: (prompt: number) => Themes | null): MetricsInput {
  const numbers = Array.from({ length: prompts }, (_, prompt) => prompt)
  return {
    entities: [{ id: 'brand', name: 'Acme' }],
    prompts: numbers.map((prompt) => ({ text: `prompt ${prompt}`, tags: [], branded: false })),
    answers: numbers.flatMap((prompt) =>
      [0, 1].map(() =>
        answer({ prompt, entities: [mention({ mentioned: true, themes: themesOfPrompt(prompt) })] }),
      ),
    ),
  }
}

const PRAISE: Themes = [['price', 'positive']]
const BOTH: Themes = [
  ['price', 'positive'],
  ['price', 'negative'],
  ['price', 'neutral'],
]

describe('themes of a run', () => {
  it('count answers by label; an answer with praise and criticism counts in both and is not neutral', () => {
    const [acme] = themesOf(
      batch(4, (prompt) => (prompt === 0 ? PRAISE : prompt === 1 ? BOTH : [])),
      null,
    )
    expect(acme).toMatchObject({
      answers: 8,
      themes: [{ theme: 'price', positive: 4, negative: 2, neutral: 0 }],
    })
    expect(acme?.themes[0]?.positiveRate).toMatchObject({ value: 0.5, numerator: 4, denominator: 8 })
  })

  it('do not count answers from before themes existed', () => {
    expect(
      themesOf(
        batch(4, () => null),
        null,
      ),
    ).toMatchObject([{ answers: 0, themes: [] }])
  })

  it('have a rate whose interval allows for answers to the same prompt that agree', () => {
    const clustered = themesOf(
      batch(20, (prompt) => (prompt < 10 ? PRAISE : [])),
      null,
    )[0]?.themes[0]
    expect(clustered?.positiveRate.low).toBeLessThan(0.33)
    expect(clustered?.positiveRate.high).toBeGreaterThan(0.67)
  })

  it('moved if clearly more answers praise a theme than in the previous run', () => {
    const now = batch(30, (prompt) => (prompt < 24 ? PRAISE : []))
    const before = batch(30, (prompt) => (prompt < 3 ? PRAISE : []))
    const change = themesOf(now, before)[0]?.themes[0]?.positiveChange
    expect(change).toMatchObject({ verdict: 'moved', adjustedVerdict: 'moved', prompts: 30 })
    expect(change?.difference).toBeCloseTo(0.7)
  })

  it('did not move if as many prompts gained praise as lost it', () => {
    const now = batch(30, (prompt) => (prompt % 2 === 0 ? PRAISE : []))
    const before = batch(30, (prompt) => (prompt % 2 === 1 ? PRAISE : []))
    expect(themesOf(now, before)[0]?.themes[0]?.positiveChange.verdict).toBe('within_noise')
  })

  it('are not compared without a previous run, or if the brand has other names', () => {
    const now = batch(30, () => PRAISE)
    expect(themesOf(now, null)[0]?.themes[0]?.positiveChange.verdict).toBe('insufficient')
    expect(themesOf(now, now, () => false)[0]?.themes[0]?.positiveChange.verdict).toBe('not_comparable')
  })

  it('include a word only if answers to several prompts have an opinion on it', () => {
    const rare = batch(4, (prompt) => (prompt === 0 ? [['other:haptics', 'positive']] : []))
    expect(themesOf(rare, null)[0]?.themes).toEqual([])
    const common = batch(4, (prompt) => (prompt < 2 ? [['other:haptics', 'positive']] : []))
    expect(themesOf(common, null)[0]?.themes).toMatchObject([{ theme: 'other:haptics', positive: 4 }])
  })
})
