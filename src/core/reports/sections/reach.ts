import type { Section } from '../foundation/facts.ts'

/** Renders how reliable the figures are. The MCP prompts refer to the heading. */
export const reach: Section = ({ summary, figures: { counted } }) => {
  const { answers, prompts, replicates } = summary.sample
  const sample = `${counted(answers, 'answer')} to ${counted(prompts, 'prompt')}, each asked ${
    replicates === 1 ? 'once' : `up to ${replicates} times`
  } per provider and country.`
  const needed = summary.answersNeeded.changes.find(({ points }) => points === 10)
  const power = needed
    ? ` To detect a change of 10 points in the mention rate, a run needs about ${counted(needed.answers, 'answer')} (${counted(needed.prompts, 'prompt')}, each asked as often as in this run).`
    : ''
  return [
    '## How far this can be trusted',
    `${sample}${power}`,
    'Always quote a share together with its interval. If the interval is wide, say so. If the sample is small, state its size. The figures apply only to these prompts, providers and countries.',
  ]
}
