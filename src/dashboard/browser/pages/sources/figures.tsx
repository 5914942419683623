import { count, number } from '../../figures/format.ts'
import { type Rate, RateCell } from '../../figures/rate.tsx'
import { AnswersLink, type AnswersSearch } from '../../frame/answers-link.tsx'
import styles from './sources.module.css'

/** A share that opens the answers of its numerator. */
export function LinkedRate({ rate, search }: { rate: Rate | null; search: AnswersSearch }) {
  if (!rate || rate.numerator === 0) return <RateCell rate={rate} />
  return (
    <AnswersLink search={search} className={styles.figure}>
      <RateCell rate={rate} />
    </AnswersLink>
  )
}

/** How often something is cited or only listed, which opens the answers that do; `what` names them. */
export function LinkedCount({
  value,
  noun,
  what,
  search,
}: {
  value: number
  /** What is counted, in the singular. */
  noun: string
  what: string
  search: AnswersSearch
}) {
  if (value === 0) return number(value)
  return (
    <AnswersLink search={search} className={styles.figure} label={`${count(value, noun)}: ${what}`}>
      {number(value)}
    </AnswersLink>
  )
}
