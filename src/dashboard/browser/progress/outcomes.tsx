import type { ReactNode } from 'react'
import { number } from '../figures/format.ts'
import type { AnswersSearch } from '../frame/answers-link.tsx'
import styles from './outcomes.module.css'

type Outcome = 'ok' | 'refused' | 'notShown' | 'failed' | 'pending'

/** What becomes of a question, in the order and with the marks of the progress bar; `search` finds the answers of each. */
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

/** How many questions had each outcome: the legend of a progress bar. */
export function Outcomes({
  rows,
  brief = false,
  open,
}: {
  rows: readonly Readonly<Record<Outcome, number>>[]
  /** Whether outcomes that no question had are left out. */
  brief?: boolean
  /** Makes a link around a number, to the answers behind it. */
  open: (search: AnswersSearch, content: ReactNode) => ReactNode
}) {
  return (
    <ul className={styles.outcomes} aria-label="What became of the questions">
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
