import { z } from 'zod'
import { enumSchema } from '../../definitions/enumeration.ts'
import { facts } from '../../definitions/facts.ts'
import { compare, withoutChange } from '../../metrics/compare.ts'
import { CHANGE_VERDICTS, changeDefinition, METRICS } from '../../metrics/definitions.ts'
import type { MetricsInput } from '../../metrics/metrics-input.ts'
import { stabilityOf } from '../../metrics/stability.ts'
import type { Snapshot } from '../snapshot.ts'

/** How a run, or a scope of it, compares with the run before it. */
export const comparisonDefinition = z.object({
  verdict: enumSchema(CHANGE_VERDICTS, 'What can be said of it.'),
  previousRunId: z
    .uuid()
    .nullable()
    .describe('The databaseId of the run it is compared with; null for the first.'),
  ...changeDefinition.shape,
  adjustedVerdict: enumSchema(CHANGE_VERDICTS, 'The verdict among others.')
    .nullable()
    .describe(
      'The verdict when all parts of its kind are looked at together, such as all providers (Holm): the chance of any false alarm among them is 5 %. Null where it was judged alone.',
    ),
  stability: z.number().nullable().describe(METRICS.stability.definition).register(facts, { example: 0.82 }),
})
export type RunComparison = z.output<typeof comparisonDefinition>

const NOT_COMPARED_TOGETHER = { stability: null, adjustedVerdict: null }

/** What a comparison needs of a run, or of one scope of it. */
export interface ComparedRun {
  id: string
  /** 1 for the first extraction of its answers; each published re-extraction adds 1. */
  extractionRevision: number
  snapshot: Snapshot
  input: MetricsInput
}

/** Compares a run with the one before it; without one the verdict is `insufficient`. */
export function compareRuns(current: ComparedRun, previous: ComparedRun | null): RunComparison {
  if (!previous) return { ...withoutChange('insufficient', 0), previousRunId: null, ...NOT_COMPARED_TOGETHER }
  const comparison = sameBrand(current.snapshot, previous.snapshot)
    ? compare(current.input, previous.input)
    : withoutChange('not_comparable', 0)
  const stability = stabilityOf(current.input.answers, previous.input.answers)
  return { ...comparison, previousRunId: previous.id, ...NOT_COMPARED_TOGETHER, stability }
}

/** Whether both runs looked for the brand by the same names and domains: with one more alias the same answers show more mentions. */
function sameBrand(one: Snapshot, other: Snapshot): boolean {
  return identityOf(one) === identityOf(other)
}

function identityOf({ brand }: Snapshot): string {
  return JSON.stringify([brand.name, brand.aliases.toSorted(), brand.domains.toSorted()])
}
