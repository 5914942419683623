import type { MetricsAnswer, MetricsInput } from '../../metrics/metrics-input.ts'
import { rateInterval } from '../../metrics/rate-interval.ts'
import { type ComparedRun, compareMentionRates } from '../measurements/comparison.ts'
import type { OpportunityOutcome } from './foundation/definition.ts'
import { namesBrand } from './foundation/finding.ts'

/**
 * Compares the mention rate before with the rate in the runs after, together. Both contain only the answers in scope.
 * Runs that look for other names of the brand than the first run after do not count. Returns null without a run after.
 */
export function compareOutcome(
  before: ComparedRun,
  after: readonly ComparedRun[],
): OpportunityOutcome | null {
  const [first] = after
  if (!first) return null
  const brand = JSON.stringify(first.snapshot.brand)
  const runs = after.filter(({ snapshot }) => JSON.stringify(snapshot.brand) === brand)
  const now = { ...first, input: combine(runs.map(({ input }) => input)) }
  const { verdict, prompts, difference, low, high, pValue } = compareMentionRates(now, before)
  return {
    verdict,
    prompts,
    before: mentionRateOf(before.input),
    after: mentionRateOf(now.input),
    difference,
    low,
    high,
    pValue,
    baselineRunId: before.id,
    runIds: after.map(({ id }) => id),
  }
}

/** Returns one input with the answers of several runs. */
function combine(inputs: readonly MetricsInput[]): MetricsInput {
  const prompts: MetricsInput['prompts'][number][] = []
  const answers: MetricsAnswer[] = []
  for (const input of inputs) {
    const offset = prompts.length
    prompts.push(...input.prompts)
    for (const answer of input.answers) answers.push({ ...answer, prompt: answer.prompt + offset })
  }
  return { entities: inputs[0]?.entities ?? [], prompts, answers }
}

function mentionRateOf({ prompts, answers }: MetricsInput) {
  const counts = new Map<string, { present: number; answers: number }>()
  for (const answer of answers) {
    if (answer.status !== 'ok') continue
    const text = prompts[answer.prompt]?.text ?? ''
    const count = counts.get(text) ?? { present: 0, answers: 0 }
    counts.set(text, count)
    count.answers += 1
    if (namesBrand(answer)) count.present += 1
  }
  return rateInterval([...counts.values()])
}
