import type { Section } from '../facts.ts'
import { counted } from '../figures.ts'

/** How far the figures can be trusted. */
export const reach: Section = ({ summary }) => {
  const { answers, prompts, replicates } = summary.sample
  const sample = `${counted(answers, 'answer')} to ${counted(prompts, 'prompt')}, each asked ${
    replicates === 1 ? 'once' : `up to ${replicates} times`
  } per provider and country.`
  const needed = summary.answersNeeded.changes.find(({ points }) => points === 10)
  const power = needed
    ? ` To see a change of 10 points in the mention rate, a run needs about ${counted(needed.answers, 'answer')} (${counted(needed.prompts, 'prompt')}, asked as often).`
    : ''
  return [
    '## How far this can be trusted',
    `${sample}${power}`,
    'A share without its interval is not to be quoted. Where the interval is wide, say so; where the sample is small, say how small. The figures describe these prompts, these providers and these countries, and no others.',
  ]
}
