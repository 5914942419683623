import { expect, it } from 'vitest'
import type { RunModels } from './documents/runs.ts'
import { hasMostlySamePrompts, markOf } from './run-marks.ts'

const BEFORE = { sample: { answers: 48, promptCount: 12, replicates: 1 } }

function point(verdict: 'WITHIN_NOISE' | 'NOT_COMPARABLE', common: number, prompts = 12) {
  return {
    comparison: {
      verdict,
      difference: 0,
      low: 0,
      high: 0,
      promptCount: common,
      rate: 1,
      previousRate: 1,
      previousRun: null,
    },
    sample: { answers: 48, promptCount: prompts, replicates: 1 },
  }
}

function models(...names: string[]): RunModels {
  const providerProgress = [{ provider: { id: '1', token: 'chatgpt' }, models: names }]
  return { id: '1', databaseId: '1', providerProgress }
}

function mark(
  current: ReturnType<typeof point>,
  [now, then]: [RunModels | undefined, RunModels | undefined] = [models('one'), models('one')],
): string | null {
  return markOf({ point: current, before: BEFORE, models: now, modelsBefore: then })
}

it('marks no change if models and prompts are the same', () => {
  expect(mark(point('WITHIN_NOISE', 12))).toBeNull()
  expect(mark(point('WITHIN_NOISE', 12), [undefined, models('one')])).toBeNull()
})

it('marks changed models and prompts, and runs that are not comparable', () => {
  expect(mark(point('WITHIN_NOISE', 12), [models('two'), models('one')])).toBe('models changed')
  expect(mark(point('WITHIN_NOISE', 10, 13))).toBe('5 prompts not in both')
  expect(mark(point('NOT_COMPARABLE', 0), [models('two'), models('one')])).toBe(
    'models changed, not comparable',
  )
})

it('a line continues through small changes of the prompts only', () => {
  expect(hasMostlySamePrompts(point('WITHIN_NOISE', 12), BEFORE)).toBe(true)
  expect(hasMostlySamePrompts(point('WITHIN_NOISE', 12, 14), BEFORE)).toBe(true)
  expect(hasMostlySamePrompts(point('WITHIN_NOISE', 12, 32), BEFORE)).toBe(false)
  expect(hasMostlySamePrompts(point('WITHIN_NOISE', 6), BEFORE)).toBe(false)
})
