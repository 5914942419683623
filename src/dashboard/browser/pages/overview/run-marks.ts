import { count } from '../../formatting/format.ts'
import type { RunModels } from './documents/runs.ts'
import type { Point } from './documents/trends.ts'

/**
 * Describes what changed since the previous run, as a mark in a chart: `models changed` or `8 prompts not in both`.
 * Null if there is no known change.
 */
export function markOf({
  point,
  before,
  models,
  modelsBefore,
}: {
  point: Pick<Point, 'change' | 'sample'>
  before: Pick<Point, 'sample'>
  /** Models of the run; undefined while loading. */
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

/** Whether a provider was added or removed, or used other models. */
function haveChanged(now: RunModels, before: RunModels): boolean {
  return modelList(now) !== modelList(before)
}

function modelList({ providerProgress }: RunModels): string {
  return (providerProgress ?? [])
    .map(({ provider, models }) => `${provider.token} ${models.toSorted().join(' ')}`)
    .toSorted()
    .join('; ')
}
