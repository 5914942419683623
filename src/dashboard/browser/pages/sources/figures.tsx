import { type Rate, RateCell } from '../../charts/rate.tsx'
import { count, number } from '../../formatting/format.ts'
import { AnswersLink, type AnswersSearch } from '../../layout/answers-link.tsx'
import styles from './sources.module.css'

/** A share that links to the answers in its numerator. */
export function LinkedRate({ rate, search }: { rate: Rate | null; search: AnswersSearch }) {
  if (!rate || rate.numerator === 0) return <RateCell rate={rate} />
  return (
    <AnswersLink search={search} className={styles.figure}>
      <RateCell rate={rate} />
    </AnswersLink>
  )
}

/** A number of citations or listings that links to the answers; `what` describes the link. */
export function LinkedCount({
  value,
  noun,
  what,
  search,
}: {
  value: number
  /** The counted noun in the singular. */
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
