import type { Summary } from './definitions.ts'
import { Estimator } from './estimator.ts'
import type { MetricsAnswer } from './metrics-input.ts'

/** Counts results by status. Pending results only count toward the total. */
export function countStatuses(answers: readonly MetricsAnswer[]): Summary['results'] {
  const results = { total: 0, ok: 0, refused: 0, notShown: 0, failed: 0 }
  for (const answer of answers) count(results, answer)
  return results
}

/** Returns the rates of results without an answer. Results of the same prompt are correlated, just as answers are. */
export function unansweredRates(
  answers: readonly MetricsAnswer[],
): Pick<Summary['absence'], 'refused' | 'notShown' | 'failed'> {
  const byPrompt = new Map<number, Summary['results']>()
  for (const answer of answers) {
    const results = byPrompt.get(answer.prompt) ?? countStatuses([])
    byPrompt.set(answer.prompt, results)
    count(results, answer)
  }
  const prompts = [...byPrompt.values()]
  const estimator = new Estimator(prompts.map(({ total }) => total))
  const rateOf = (counted: (of: Summary['results']) => number, outOf: (of: Summary['results']) => number) =>
    estimator.rate(prompts.map(counted), prompts.map(outOf))
  return {
    refused: rateOf(
      ({ refused }) => refused,
      ({ ok, refused }) => ok + refused,
    ),
    notShown: rateOf(
      ({ notShown }) => notShown,
      ({ ok, refused, notShown }) => ok + refused + notShown,
    ),
    failed: rateOf(
      ({ failed }) => failed,
      ({ total }) => total,
    ),
  }
}

function count(results: Summary['results'], { status }: MetricsAnswer): void {
  results.total += 1
  if (status === 'not_shown') results.notShown += 1
  else if (status !== 'pending') results[status] += 1
}
