import { expect, it } from 'vitest'
import { rateInterval } from './rate-interval.ts'
import { answer, mention } from './sample-answers.ts'
import { summarize } from './summarize.ts'

it('returns the same rate and interval as a summary of the same answers', () => {
  const named = [3, 0, 2, 1, 3]
  const counts = named.map((present) => ({ present, answers: 3 }))
  const answers = named.flatMap((present, prompt) =>
    [0, 1, 2].map((replicate) => ({
      ...answer(),
      prompt,
      entities: [mention({ mentioned: replicate < present })],
    })),
  )
  const prompts = named.map((_, prompt) => ({ text: String(prompt), tags: [], branded: false }))
  const { mentionRate } = summarize({ entities: [{ id: 'brand', name: 'Taskfern' }], prompts, answers })
  expect(rateInterval(counts)).toEqual(mentionRate)
})

it('returns neither value nor interval without prompts', () => {
  expect(rateInterval([])).toMatchObject({ value: null, low: null, high: null })
})
