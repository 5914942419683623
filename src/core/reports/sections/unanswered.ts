import { ANSWER_STATUSES } from '../../../definitions/vocabulary.ts'
import { UNIT_ERRORS } from '../../batches/unit-errors.ts'
import type { Outcome } from '../answer-facts.ts'
import type { ReportFacts } from '../facts.ts'
import { counted } from '../figures.ts'
import { leftOut, name, table } from '../markdown.ts'

/** The most rows of the table. */
const MOST = 15

/** Which questions have no answer, and why. */
export function unanswered({ answers }: ReportFacts): string[] {
  const without = answers.outcomes
    .filter(({ status }) => status !== 'ok')
    .toSorted((one, other) => other.results - one.results)
  const heading = '## Questions without an answer'
  if (without.length === 0) return [heading, 'None.']
  const total = without.reduce((sum, { results }) => sum + results, 0)
  const rows = without
    .slice(0, MOST)
    .map((outcome) => [name(outcome.provider), String(outcome.results), reasonOf(outcome)])
  const intro = `${counted(total, 'question has', 'questions have')} none. ${total === 1 ? 'It is' : 'They are'} in no figure above.`
  return [heading, intro, table(['Provider', 'Questions', 'Why'], rows), ...leftOut(without.length - MOST)]
}

function reasonOf({ status, errorCode }: Outcome): string {
  return errorCode === null ? ANSWER_STATUSES[status] : UNIT_ERRORS[errorCode].description
}
