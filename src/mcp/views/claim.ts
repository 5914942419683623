import {
  CHANGE_VERDICTS,
  CHANGED_METRICS,
  METRICS,
  type MetricChange,
  type MetricChanges,
} from '../../metrics/definitions.ts'

/** The result of a test for a change. */
type Tested = Pick<MetricChange, 'verdict' | 'difference' | 'low' | 'high' | 'pValue' | 'prompts'> & {
  adjustedVerdict: MetricChange['verdict'] | null
}

/** Returns what may be claimed about the change of the mention rate of a brand between two runs, in one to three sentences. */
export function claimOf(tested: Tested, { hasOther }: { hasOther: boolean }): string {
  const { verdict, adjustedVerdict, prompts } = tested
  switch (verdict) {
    case 'moved':
      return adjustedVerdict === 'within_noise'
        ? `${differenceIn(tested)} On its own this exceeds chance, but not among all that was compared. Claim no change.`
        : `${differenceIn(tested)} This exceeds chance: it may be called a change.`
    case 'within_noise':
      return `${differenceIn(tested)} This may be chance. Claim no change.`
    case 'insufficient':
      return hasOther
        ? `Only ${prompts} prompts were answered in both runs, too few to judge. Claim no change.`
        : 'There is no earlier run to compare with. Claim no change.'
    case 'not_comparable':
      return `The runs cannot be compared. ${CHANGE_VERDICTS.not_comparable} Claim no change.`
  }
}

/** Returns what may be claimed about the changes of the other metrics. */
export function otherClaims(changes: MetricChanges): string {
  const moved = CHANGED_METRICS.filter(
    (metric) => metric !== 'mentionRate' && changes[metric].adjustedVerdict === 'moved',
  )
  return moved.length === 0
    ? 'Claim no change of another metric.'
    : `These metrics changed as well: ${moved.map((metric) => METRICS[metric].change).join(', ')}. Claim no change of any other metric.`
}

function differenceIn({ difference, low, high, pValue, prompts }: Tested): string {
  const direction = (difference ?? 0) < 0 ? 'lower' : 'higher'
  const size = pointsOf(Math.abs(difference ?? 0))
  const interval = `95 % interval ${pointsOf(low)} to ${pointsOf(high)}, p = ${pValue?.toPrecision(2) ?? 'unknown'}`
  return `The mention rate is ${size} percentage points ${direction} than before (${interval}), on the ${prompts} prompts that both runs asked.`
}

/** Formats a share as percentage points with one decimal. */
function pointsOf(share: number | null): string {
  return share === null ? 'unknown' : (share * 100).toFixed(1)
}
