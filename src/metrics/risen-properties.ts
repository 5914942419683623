import { commonBasket } from './basket.ts'
import { type Candidate, type NotableChange, significantChanges } from './change-tests.ts'
import { add } from './counts.ts'
import type { MetricsInput } from './metrics-input.ts'

/** A property of answers, with the number of answers that have it by cell: see `cellKey`. */
export interface AnswerProperty {
  key: string
  now: ReadonlyMap<string, number>
  before: ReadonlyMap<string, number>
}

/**
 * Returns the properties that significantly more answers of a run have than of the previous run. All are tested as one family
 * on the common basket of the runs. If no property really changed, the chance that it returns any is at most
 * `significance`.
 */
export function risenProperties(
  current: MetricsInput,
  previous: MetricsInput,
  properties: readonly AnswerProperty[],
  significance: number,
): NotableChange<string>[] {
  const basket = commonBasket(current, previous)
  if (!basket) return []
  const { prompts, cells, asked } = basket
  const shares = (counts: ReadonlyMap<string, number>, side: 'now' | 'before') => {
    const column = new Float64Array(prompts)
    for (const { key, prompt, [side]: answers } of cells)
      add(column, prompt, (counts.get(key) ?? 0) / answers.length)
    return { numerators: column, denominators: asked }
  }
  const candidates = properties.map(
    ({ key, now, before }): Candidate<string> => ({
      thing: key,
      now: shares(now, 'now'),
      before: shares(before, 'before'),
      isNotable: (value, previousValue) => value > previousValue,
    }),
  )
  return significantChanges(candidates, prompts, significance)
}
