import { type Comparison, compare, type Verdict, withoutChange } from '../../metrics/compare.ts'
import type { MeasuredBatch } from '../../metrics/measured.ts'
import { stabilityOf } from '../../metrics/stability.ts'
import type { Snapshot } from '../batches/snapshot.ts'

/** A comparison, and with which run. */
export type RunComparison = Comparison & {
  previousRunId: string | null
  /** How alike their citations are, 0…1: see `METRICS.stability`. */
  stability: number | null
  /** The verdict when all parts of its kind are looked at together, such as all providers; null where it was judged alone. */
  adjustedVerdict: Verdict | null
}

const ALONE = { stability: null, adjustedVerdict: null }

/** A run, or one scope of it, as far as comparisons care. */
export interface ComparedRun {
  id: string
  /** Which reading of its answers this is: re-extraction makes the next. */
  reading: number
  snapshot: Snapshot
  measured: MeasuredBatch
}

/** Compares a run with the one before it; without one there is too little to say anything. */
export function compareRuns(current: ComparedRun, previous: ComparedRun | null): RunComparison {
  if (!previous) return { ...withoutChange('insufficient', 0), previousRunId: null, ...ALONE }
  const comparison = sameBrand(current.snapshot, previous.snapshot)
    ? compare(current.measured, previous.measured)
    : withoutChange('not_comparable', 0)
  const stability = stabilityOf(current.measured.answers, previous.measured.answers)
  return { ...comparison, previousRunId: previous.id, ...ALONE, stability }
}

/** Whether both looked for the brand by the same names: an alias more finds more. */
function sameBrand(one: Snapshot, other: Snapshot): boolean {
  return identityOf(one) === identityOf(other)
}

function identityOf({ brand }: Snapshot): string {
  return JSON.stringify([brand.name, brand.aliases.toSorted(), brand.domains.toSorted()])
}
