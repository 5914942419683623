import { FEWEST_PROMPTS } from '../../../metrics/definitions.ts'
import type { Figures } from '../../foundation/figures.ts'
import type { RunComparison } from '../../measurements/comparison.ts'
import type { Section } from '../foundation/facts.ts'
import { VERDICTS } from '../foundation/verdicts.ts'

/** Renders the verdict on the change of the mention rate since the previous run. */
export const change: Section = ({ comparison, previous, figures }) => {
  if (!comparison) return []
  const heading = '## Change since the previous run'
  if (!comparison.previousRunId) return [heading, 'There is no previous run to compare with.']
  const { verdict, prompts } = comparison
  const { counted, day } = figures
  const name = previous?.finishedAt ? `the run of ${day(previous.finishedAt)}` : 'the previous run'
  const before = `${name} (${comparison.previousRunId})`
  const verdictText = `**${VERDICTS[verdict]}.**`
  const basis = `since ${before}, compared prompt by prompt on the ${counted(prompts, 'prompt')} that both runs asked`
  switch (verdict) {
    case 'moved':
      return [
        heading,
        `${verdictText} The mention rate changed by ${interval(figures, comparison)} ${basis}. Chance alone does not explain this change.`,
      ]
    case 'within_noise':
      return [
        heading,
        `${verdictText} The mention rate changed by ${interval(figures, comparison)} ${basis}. This may be chance, so do not call it a rise or a fall.`,
      ]
    case 'insufficient':
      return [
        heading,
        `${verdictText} Only ${counted(prompts, 'prompt')} can be compared with ${before}, and a verdict needs at least ${FEWEST_PROMPTS}. This report cannot tell whether the mention rate has changed.`,
      ]
    case 'not_comparable':
      return [
        heading,
        `${verdictText} Since ${before}, the brand's names, the models, the surfaces or the extraction rules have changed, or the two runs have no questions in common. This report cannot tell whether the mention rate has changed.`,
      ]
  }
}

function interval(
  { points }: Figures,
  { difference, low, high }: Pick<RunComparison, 'difference' | 'low' | 'high'>,
): string {
  if (difference === null || low === null || high === null) return 'an unknown amount'
  return `${points(difference)} points (95 % interval ${points(low)} to ${points(high)})`
}
