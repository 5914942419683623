import { mentionRateChange } from '../../../metrics/changes.ts'
import { verdictsTogether } from '../../../metrics/compare.ts'
import type { MetricsAnswer, MetricsInput } from '../../../metrics/metrics-input.ts'
import { countedAnswers, type Finding, type KindRules } from './finding.ts'
import { describeOmitting, Tally } from './tally.ts'

/**
 * Returns the rules for parts of a run, such as providers, that name the brand less often than the other parts do for
 * the same prompts. A part is an opportunity if the difference is more than chance explains: a bootstrap interval over
 * prompts excludes 0, and a sign-flip test over at least ten prompts is significant, adjusted (Holm) for all parts of
 * the run.
 */
export function gapRules(part: 'provider' | 'location'): KindRules {
  return {
    find(input) {
      const isCounted = countedAnswers(input)
      const answers = input.answers.filter(isCounted)
      const values = [...new Set(answers.map((answer) => answer[part]))].sort()
      if (values.length < 2) return []
      const compared = values.map((value) => {
        const select = (isPart: boolean): MetricsInput => ({
          ...input,
          answers: answers
            .filter((answer) => (answer[part] === value) === isPart)
            // The comparison pairs answers of equal providers, locations and surfaces.
            .map((answer) => ({ ...answer, [part]: '', basis: '' })),
        })
        return mentionRateChange(select(true), select(false))
      })
      const verdicts = verdictsTogether(compared)
      return values.flatMap((value, index): Finding[] => {
        const { difference = null, low = null, high = null, pValue = null } = compared[index] ?? {}
        if (verdicts[index] !== 'moved' || difference === null || high === null || difference >= 0) return []
        const [inPart, others] = [new Tally(), new Tally()]
        for (const answer of answers) (answer[part] === value ? inPart : others).add(answer)
        const isInScope = (answer: MetricsAnswer) => isCounted(answer) && answer[part] === value
        const { examples, ...described } = describeOmitting(input, isInScope)
        const atMost = inPart.answers - inPart.mentioned
        return [
          {
            key: value,
            evidence: {
              answers: inPart.answers,
              prompts: inPart.prompts,
              omitting: inPart.omitting,
              mentionRate: inPart.rate('mentioned'),
              otherRate: others.rate('mentioned'),
              difference,
              low,
              high,
              pValue,
              ...described,
            },
            // The end of the interval that is nearer to 0.
            gain: { atMost, expected: Math.min(atMost, Math.round(-high * inPart.answers)) },
            examples,
          },
        ]
      })
    },
    scope: (_, key) => (answer) => answer[part] === key,
  }
}
