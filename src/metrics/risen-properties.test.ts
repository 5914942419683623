import { expect, it } from 'vitest'
import { cellKey } from './basket.ts'
import { FACT_SIGNIFICANCE, RUN_SIGNIFICANCE } from './change-tests.ts'
import type { MetricsInput } from './metrics-input.ts'
import { mostFalseAlarms } from './most-false-alarms.ts'
import { seeded } from './random.ts'
import { risenProperties } from './risen-properties.ts'
import { answer } from './sample-answers.ts'

const PROVIDERS = ['chatgpt', 'gemini']
const PROMPTS = Array.from({ length: 20 }, (_, n) => `Question ${n}?`)

/** A run in which each provider answers each of 20 prompts once. */
const RUN: MetricsInput = {
  entities: [],
  prompts: PROMPTS.map((text) => ({ text, tags: [], branded: false })),
  answers: PROMPTS.flatMap((_, prompt) => PROVIDERS.map((provider) => answer({ prompt, provider }))),
}

/** Returns the cells whose answer has a property. */
function cellsWith(hasProperty: (prompt: number, provider: string) => boolean) {
  const cells = PROMPTS.flatMap((text, prompt) =>
    PROVIDERS.filter((provider) => hasProperty(prompt, provider)).map((provider) =>
      cellKey({ provider, location: RUN.answers[0]?.location ?? '', text }),
    ),
  )
  return new Map(cells.map((cell) => [cell, 1]))
}

const NONE = new Map<string, number>()
const first = (prompts: number) => cellsWith((prompt, provider) => prompt < prompts && provider === 'gemini')

it('reports properties that more answers have, with both shares, and none that fewer have', () => {
  const properties = [
    { key: 'new', now: first(10), before: NONE },
    { key: 'in six prompts', now: first(6), before: NONE },
    { key: 'gone', now: NONE, before: first(10) },
  ]
  expect(risenProperties(RUN, RUN, properties, FACT_SIGNIFICANCE)).toMatchObject([
    { thing: 'new', prompts: 20, value: 0.25, previousValue: 0 },
  ])
})

it('reports a property in at most the given share of the runs without a change', () => {
  const [random, worlds] = [seeded(31), 1_000]
  let alarms = 0
  for (let world = 0; world < worlds; world += 1) {
    const chances = PROMPTS.map(() => Array.from({ length: 5 }, () => random() ** 2))
    const properties = Array.from({ length: 5 }, (_, property) => {
      const drawn = () => cellsWith((prompt) => random() < (chances[prompt]?.[property] ?? 0))
      return { key: String(property), now: drawn(), before: drawn() }
    })
    if (risenProperties(RUN, RUN, properties, FACT_SIGNIFICANCE).length > 0) alarms += 1
  }
  expect(alarms / worlds).toBeLessThanOrEqual(mostFalseAlarms(worlds, FACT_SIGNIFICANCE))
})

it('together with the other tests of a run, reports something in at most 5 % of them', () => {
  expect(RUN_SIGNIFICANCE + FACT_SIGNIFICANCE).toBeCloseTo(0.05)
})
