import { count, number, percent, percentRange } from '../../../figures/format.ts'
import { isTooFew } from '../../../figures/rate.tsx'
import styles from '../analysis.module.css'
import type { ShownAnalysis } from '../documents.ts'
import { AnalysisLink } from './analysis-link.tsx'
import { useOutcome } from './use-outcome.ts'

/** Whether the brand is in the answers, in a sentence. It has its place while it is read. */
export function Verdict({ analysis }: { analysis: ShownAnalysis }) {
  const { databaseId, brandName, progress, credits } = analysis
  const [{ data, error }] = useOutcome(databaseId)
  const rate = data?.asyncAnalysis?.summary?.mentionRate
  if (!data?.asyncAnalysis) return error ? null : <p className={styles.verdict}>{'\u00A0'}</p>
  if (!rate || rate.denominator === 0) {
    if (progress.failed === 0 || progress.failed < progress.total)
      return <p className={styles.verdict}>There is no answer to read.</p>
    return (
      <p className={styles.verdict}>
        {progress.total === 1 ? 'The question failed' : `All ${number(progress.total)} questions failed`}
        <span className={styles.soft}>: {count(credits.refunded, 'credit')} paid back.</span>
      </p>
    )
  }
  const answers = `${number(rate.numerator)} of ${number(rate.denominator)}`
  return (
    <p className={styles.verdict}>
      {brandName} is named in{' '}
      <AnalysisLink search={{ named: 'yes' }}>
        {isTooFew(rate) ? `${answers} answers` : `${percent(rate.value)} of answers`}
      </AnalysisLink>
      <span className={styles.soft}>
        {isTooFew(rate) ? ': too few for a share.' : `, ${answers} (${percentRange(rate.low, rate.high)}).`}
      </span>
    </p>
  )
}
