import { FEWEST_PROMPTS } from '../../../metrics/definitions.ts'
import type { Section } from '../facts.ts'
import { counted, day, points } from '../figures.ts'
import { VERDICTS } from '../verdicts.ts'

/** What can be said of the change of the mention rate since the run before. */
export const change: Section = ({ comparison, previous }) => {
  if (!comparison) return []
  const heading = '## Change since the run before'
  if (!comparison.previousRunId)
    return [heading, 'There is no run before this one: nothing can be said of a change.']
  const { verdict, difference, low, high, prompts } = comparison
  const name = previous?.finishedAt ? `the run of ${day(previous.finishedAt)}` : 'the run before'
  const before = `${name} (${comparison.previousRunId})`
  const said = `**${VERDICTS[verdict]}.**`
  const basis = `compared prompt by prompt with ${before}, on the ${counted(prompts, 'prompt')} that both asked`
  switch (verdict) {
    case 'moved':
      return [
        heading,
        `${said} The mention rate changed by ${interval(difference, low, high)}, ${basis}. That is more than chance.`,
      ]
    case 'within_noise':
      return [
        heading,
        `${said} The mention rate differs by ${interval(difference, low, high)}, ${basis}. It may be chance: call it neither a rise nor a fall.`,
      ]
    case 'insufficient':
      return [
        heading,
        `${said} Only ${counted(prompts, 'prompt')} can be compared with ${before}; a verdict needs ${FEWEST_PROMPTS}. Nothing can be said of a change.`,
      ]
    case 'not_comparable':
      return [
        heading,
        `${said} Since ${before} the names of the brand, the models, the surfaces or the rules of reading have changed, or nothing was asked in both. Nothing can be said of a change.`,
      ]
  }
}

function interval(difference: number | null, low: number | null, high: number | null): string {
  if (difference === null || low === null || high === null) return 'an unknown amount'
  return `${points(difference)} points (95 % interval ${points(low)} to ${points(high)})`
}
