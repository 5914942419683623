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
  point: Pick<Point, 'comparison' | 'sample'>
  before: Pick<Point, 'sample'>
  /** Models of the run; undefined while loading. */
  models: RunModels | undefined
  modelsBefore: RunModels | undefined
}): string | null {
  const { comparison, sample } = point
  const marks: string[] = []
  if (models && modelsBefore && haveChanged(models, modelsBefore)) marks.push('models changed')
  if (comparison?.verdict === 'NOT_COMPARABLE') marks.push('not comparable')
  else {
    const alone = promptsInOneOf({ comparison, sample }, before)
    if (alone > 0) marks.push(`${count(alone, 'prompt')} not in both`)
  }
  return marks.length > 0 ? marks.join(', ') : null
}

/** Returns the number of prompts that only one of two runs has answers for; 0 without a comparison. */
export function promptsInOneOf(
  {
    comparison,
    sample,
  }: Pick<Point, 'sample'> & { comparison: Pick<NonNullable<Point['comparison']>, 'promptCount'> | null },
  before: Pick<Point, 'sample'>,
): number {
  return comparison ? sample.promptCount + before.sample.promptCount - 2 * comparison.promptCount : 0
}

/** Maximum share of prompts in only one of two runs, among the prompts of both, for a line that connects them. */
const MOST_OTHER_PROMPTS = 0.1

/** Whether two runs have so many common prompts that the difference of their values says something. */
export function hasMostlySamePrompts(
  point: Pick<Point, 'comparison' | 'sample'>,
  before: Pick<Point, 'sample'>,
): boolean {
  const all = point.sample.promptCount + before.sample.promptCount
  return promptsInOneOf(point, before) <= MOST_OTHER_PROMPTS * all
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
