import type { Section } from '../foundation/facts.ts'
import { name, omittedRows, table } from '../foundation/markdown.ts'

/** Maximum number of competitors in the table. */
const MAX_ROWS = 10

/** Renders a table of the competitors in answers that do not name the brand. */
export const namedInstead: Section = ({ batch, summary, answers, figures }) => {
  const { counted, percent } = figures
  const { numerator, denominator } = summary.mentionRate
  const without = denominator - numerator
  const heading = `## Competitors named instead of ${name(batch.brandName)}`
  if (without === 0) return [heading, 'Every answer names the brand.']
  const intro = `${counted(without, 'answer does', 'answers do')} not name the brand.`
  if (answers.namedInstead.length === 0) return [heading, `${intro} None of them names a competitor.`]
  const rows = answers.namedInstead
    .slice(0, MAX_ROWS)
    .map((competitor) => [
      name(competitor.name),
      counted(competitor.answers),
      percent(competitor.answers / without),
    ])
  return [
    heading,
    intro,
    table(['Competitor', 'Answers', 'Share of these answers'], rows),
    ...omittedRows(figures, answers.namedInstead.length - MAX_ROWS),
  ]
}
