import { ANSWER_STATUSES } from '../../../definitions/vocabulary.ts'
import { UNIT_ERRORS } from '../../batches/unit-errors.ts'
import type { Outcome } from '../foundation/answer-facts.ts'
import type { ReportFacts } from '../foundation/facts.ts'
import { name, omittedRows, table } from '../foundation/markdown.ts'

/** Maximum number of rows in the table. */
const MAX_ROWS = 15

/** Renders a table of the questions without an answer, with the reasons. */
export function unanswered({ answers, figures }: ReportFacts): string[] {
  const { counted } = figures
  const without = answers.outcomes
    .filter(({ status }) => status !== 'ok')
    .toSorted((a, b) => b.results - a.results)
  const heading = '## Unanswered questions'
  if (without.length === 0) return [heading, 'None.']
  const total = without.reduce((sum, { results }) => sum + results, 0)
  const rows = without
    .slice(0, MAX_ROWS)
    .map((outcome) => [name(outcome.provider), counted(outcome.results), reasonOf(outcome)])
  const intro = `${counted(total, 'question has', 'questions have')} no answer. The figures in this report do not include ${total === 1 ? 'it' : 'them'}.`
  return [
    heading,
    intro,
    table(['Provider', 'Questions', 'Reason'], rows),
    ...omittedRows(figures, without.length - MAX_ROWS),
  ]
}

function reasonOf({ status, errorCode }: Outcome): string {
  return errorCode === null ? ANSWER_STATUSES[status] : UNIT_ERRORS[errorCode].description
}
