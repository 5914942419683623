import { count } from '../../figures/format.ts'
import type { RunModels } from './documents/runs.ts'
import type { Point } from './documents/trends.ts'

/**
 * What changed in a run against the run before it, as a mark in a chart: `models changed`, `8 prompts not in both`; null where
 * nothing is known to have.
 */
export function markOf({
  point,
  before,
  models,
  modelsBefore,
}: {
  point: Pick<Point, 'change' | 'sample'>
  before: Pick<Point, 'sample'>
  /** Of the run; undefined while they are read. */
  models: RunModels | undefined
  modelsBefore: RunModels | undefined
}): string | null {
  const { change, sample } = point
  const marks: string[] = []
  if (models && modelsBefore && haveChanged(models, modelsBefore)) marks.push('models changed')
  if (change?.verdict === 'NOT_COMPARABLE') marks.push('not comparable')
  else if (change) {
    const alone = sample.prompts - change.prompts + (before.sample.prompts - change.prompts)
    if (alone > 0) marks.push(`${count(alone, 'prompt')} not in both`)
  }
  return marks.length > 0 ? marks.join(', ') : null
}

/** Whether a provider was added or left out, or answered with other models. */
function haveChanged(now: RunModels, before: RunModels): boolean {
  return written(now) !== written(before)
}

function written({ providerProgress }: RunModels): string {
  return (providerProgress ?? [])
    .map(({ provider, models }) => `${provider.token} ${models.toSorted().join(' ')}`)
    .toSorted()
    .join('; ')
}
