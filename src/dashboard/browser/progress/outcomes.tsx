import type { ReactNode } from 'react'
import { number } from '../formatting/format.ts'
import type { AnswersSearch } from '../layout/answers-link.tsx'
import styles from './outcomes.module.css'

type Outcome = 'ok' | 'refused' | 'notShown' | 'failed' | 'pending'

/** Outcomes of a question, in the order of the progress bar. `search` filters the answers by outcome. */
const OUTCOMES: readonly {
  id: Outcome
  word: string
  search?: AnswersSearch
}[] = [
  { id: 'ok', word: 'answered', search: {} },
  { id: 'refused', word: 'refused', search: { absence: 'refused' } },
  { id: 'notShown', word: 'not shown', search: { absence: 'notShown' } },
  { id: 'failed', word: 'failed', search: { absence: 'failed' } },
  { id: 'pending', word: 'waiting' },
]

/** The legend of a progress bar, with the number of questions per outcome. */
export function Outcomes({
  rows,
  brief = false,
  open,
}: {
  rows: readonly Readonly<Record<Outcome, number>>[]
  /** Whether to hide outcomes without questions. */
  brief?: boolean
  /** Wraps a number in a link to its answers. */
  open: (search: AnswersSearch, content: ReactNode) => ReactNode
}) {
  return (
    <ul className={styles.outcomes} aria-label="Questions by outcome">
      {OUTCOMES.map(({ id, word, search }) => {
        const total = rows.reduce((sum, row) => sum + row[id], 0)
        if (total === 0 && (id === 'pending' || (brief && id !== 'ok'))) return null
        const text = `${number(total)} ${word}`
        return (
          <li key={id} data-outcome={id}>
            {search && total > 0 ? open(search, text) : text}
          </li>
        )
      })}
    </ul>
  )
}
