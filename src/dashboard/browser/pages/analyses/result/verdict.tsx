import { isTooFew } from '../../../charts/rate.tsx'
import { count, number, percent, percentRange } from '../../../formatting/format.ts'
import styles from './analysis.module.css'
import { AnalysisLink } from './analysis-link.tsx'
import type { ShownAnalysis } from './documents.ts'
import { useOutcome } from './use-outcome.ts'

/** States in a sentence how often the brand is mentioned. Keeps its height while loading. */
export function Verdict({ analysis }: { analysis: ShownAnalysis }) {
  const { databaseId, brandName, progress, credits } = analysis
  const [{ data, error }] = useOutcome(databaseId)
  const rate = data?.asyncAnalysis?.summary?.mentionRate
  if (!data?.asyncAnalysis) return error ? null : <p className={styles.verdict}>{'\u00A0'}</p>
  if (!rate || rate.denominator === 0) {
    if (progress.failed === 0 || progress.failed < progress.total)
      return <p className={styles.verdict}>There are no answers to analyze.</p>
    return (
      <p className={styles.verdict}>
        {progress.total === 1 ? 'The question failed' : `All ${number(progress.total)} questions failed`}
        <span className={styles.soft}>: {count(credits.refunded, 'credit')} refunded.</span>
      </p>
    )
  }
  const answers = `${number(rate.numerator)} of ${number(rate.denominator)}`
  return (
    <p className={styles.verdict}>
      {brandName} is mentioned in{' '}
      <AnalysisLink search={{ named: 'yes' }}>
        {isTooFew(rate) ? `${answers} answers` : `${percent(rate.value)} of answers`}
      </AnalysisLink>
      <span className={styles.soft}>
        {isTooFew(rate)
          ? ': too few for a percentage.'
          : `, ${answers} (${percentRange(rate.low, rate.high)}).`}
      </span>
    </p>
  )
}
