import type { RunComparison } from '../../core/measurements/comparison.ts'
import { CHANGE_VERDICTS } from '../../metrics/definitions.ts'

/** Returns what may be claimed about a comparison of two runs, in one to three sentences. */
export function claimOf(comparison: RunComparison): string {
  const { verdict, adjustedVerdict, previousRunId, prompts } = comparison
  switch (verdict) {
    case 'moved':
      return adjustedVerdict === 'within_noise'
        ? `${differenceIn(comparison)} On its own this exceeds chance, but not among all the parts that were compared. Claim no change.`
        : `${differenceIn(comparison)} This exceeds chance: it may be called a change.`
    case 'within_noise':
      return `${differenceIn(comparison)} This may be chance. Claim no change.`
    case 'insufficient':
      return previousRunId === null
        ? 'There is no earlier run to compare with. Claim no change.'
        : `Only ${prompts} prompts were answered in both runs, too few to judge. Claim no change.`
    case 'not_comparable':
      return `The runs cannot be compared. ${CHANGE_VERDICTS.not_comparable} Claim no change.`
  }
}

function differenceIn({ difference, low, high, pValue, prompts }: RunComparison): string {
  const direction = (difference ?? 0) < 0 ? 'lower' : 'higher'
  const size = pointsOf(Math.abs(difference ?? 0))
  const interval = `95 % interval ${pointsOf(low)} to ${pointsOf(high)}, p = ${pValue?.toPrecision(2) ?? 'unknown'}`
  return `The mention rate is ${size} percentage points ${direction} than before (${interval}), on the ${prompts} prompts that both runs asked.`
}

/** Formats a share as percentage points with one decimal. */
function pointsOf(share: number | null): string {
  return share === null ? 'unknown' : (share * 100).toFixed(1)
}
