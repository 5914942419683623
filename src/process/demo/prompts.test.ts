import { expect, test } from 'vitest'
import { mentionRateChange } from '../../metrics/changes.ts'
import type { MetricsAnswer, MetricsInput } from '../../metrics/metrics-input.ts'
import { composeAnswer } from '../../providers/simulated/compose-answer.ts'
import { weekOf } from '../../providers/simulated/seeded-random.ts'
import { DEMO_PROMPTS } from './prompts.ts'

const BRAND = 'Taskfern'
const PROVIDERS = [
  'chatgpt',
  'perplexity',
  'gemini',
  'google_ai_overview',
  'google_ai_mode',
  'copilot',
  'grok',
]

/** Returns the answers of a demo run in a week, with the fields that comparisons use. */
function measureWeek(week: number): MetricsInput {
  const answers = DEMO_PROMPTS.flatMap(({ text, locations }, prompt) =>
    PROVIDERS.flatMap((provider) =>
      locations.map((location): MetricsAnswer => {
        const answer = composeAnswer({ prompt: text, providerId: provider, location, replicate: 1, week })
        const brand = {
          mentioned: answer.text.includes(BRAND),
          mentions: 1,
          position: null,
          prominence: null,
          sentiment: null,
          label: null,
          tones: null,
          recommended: false,
          strength: null,
          denied: false,
          themes: null,
        }
        const entities = answer.status === 'ok' ? [brand] : []
        return {
          status: answer.status,
          prompt,
          provider,
          location,
          persona: null,
          basis: 'simulated',
          entities,
          sources: [],
          placed: null,
          searched: null,
        }
      }),
    ),
  )
  const prompts = DEMO_PROMPTS.map(({ text, tags }) => ({ text, tags, branded: text.includes(BRAND) }))
  return { entities: [{ id: 'brand', name: BRAND }], prompts, answers }
}

test('each provider gets enough questions for a separate rate', () => {
  const questions = DEMO_PROMPTS.reduce((total, { locations }) => total + locations.length, 0)
  expect(questions).toBeGreaterThanOrEqual(20)
})

test("in any twelve weeks, the brand's mention rate moves at least once, but most changes are within noise", {
  timeout: 30_000,
}, () => {
  const first = weekOf(new Date('2026-09-01'))
  const weeks = Array.from({ length: 60 }, (_, index) => measureWeek(first + index))
  const verdicts = weeks
    .slice(1)
    .map((current, index) => mentionRateChange(current, weeks[index] ?? current).verdict)
  for (let start = 0; start + 12 <= verdicts.length; start += 1) {
    expect(verdicts.slice(start, start + 12)).toContain('moved')
  }
  const noise = verdicts.filter((verdict) => verdict === 'within_noise')
  expect(noise.length).toBeGreaterThan(verdicts.length / 2)
})
