import type { Section } from '../facts.ts'
import { counted, percent } from '../figures.ts'
import { leftOut, name, table } from '../markdown.ts'

/** The most competitors in the table. */
const MOST = 10

/** Which competitors are in the answers in which the brand is not. */
export const namedInstead: Section = ({ batch, summary, answers }) => {
  const brand = name(batch.brandName)
  const { numerator, denominator } = summary.mentionRate
  const without = denominator - numerator
  if (without === 0) return [`## Who is named instead of ${brand}`, 'Every answer names it.']
  const heading = `## Who is named instead of ${brand}`
  const intro = `${counted(without, 'answer does', 'answers do')} not name it.`
  if (answers.namedInstead.length === 0) return [heading, `${intro} None of them names a competitor.`]
  const rows = answers.namedInstead
    .slice(0, MOST)
    .map((one) => [name(one.name), String(one.answers), percent(one.answers / without)])
  return [
    heading,
    intro,
    table(['Competitor', 'Answers', 'Of those without it'], rows),
    ...leftOut(answers.namedInstead.length - MOST),
  ]
}
