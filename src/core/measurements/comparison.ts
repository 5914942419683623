import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { changesOf, mentionRateChange } from '../../metrics/changes.ts'
import type { Comparison } from '../../metrics/compare.ts'
import { CHANGE_VERDICTS, changeDefinition, type EntityChanges, METRICS } from '../../metrics/definitions.ts'
import type { MetricsInput } from '../../metrics/metrics-input.ts'
import type { Scope } from '../../metrics/scopes.ts'
import { stabilityOf } from '../../metrics/stability.ts'
import type { Snapshot } from '../brands/snapshot.ts'
import type { LoadedInput } from './metrics-input.ts'

/** Comparison of a run, or a scope of it, with the previous run. */
export const comparisonDefinition = z.object({
  verdict: enumSchema(CHANGE_VERDICTS, 'Verdict on the change.'),
  previousRunId: z.uuid().nullable().describe('The databaseId of the previous run; null for the first run.'),
  ...changeDefinition.shape,
  adjustedVerdict: enumSchema(CHANGE_VERDICTS, 'Verdict adjusted for multiple comparisons.')
    .nullable()
    .describe(
      'Verdict adjusted (Holm) for looking at all parts of a kind together, such as all providers: the chance of any false alarm among them is 5 %. Null if the part was compared alone.',
    ),
  stability: z
    .number()
    .nullable()
    .describe(METRICS.stability.definition)
    .register(fieldMetadata, { example: 0.82 }),
})
export type RunComparison = z.output<typeof comparisonDefinition>

/** Data of a run, or of a scope of it, for a comparison. */
export interface ComparedRun {
  id: string
  /** 1 for the first extraction of its answers; each published re-extraction adds 1. */
  extractionRevision: number
  snapshot: Snapshot
  input: MetricsInput
}

/** Data of a run to measure. */
export interface RunWithPages extends ComparedRun {
  input: LoadedInput
}

/** Changes between two runs, or between the same part of both. */
export interface ComparedFigures {
  /** Comparison of the brand's mention rate. */
  comparison: RunComparison
  /** Changes of all metrics of each entity; null for locations and tags, which have few prompts and few readers. */
  changes: EntityChanges[] | null
}

/**
 * Compares a part of a run with the same part of the previous run. Returns the verdict `insufficient` if there is no
 * previous run.
 * @param scopes the scopes that the runs have already been filtered by
 */
export function compareRuns(
  current: ComparedRun,
  previous: ComparedRun | null,
  scopes: readonly Scope[],
): ComparedFigures {
  if (!scopes.every(({ scope }) => scope === 'all' || scope === 'provider'))
    return { comparison: compareMentionRates(current, previous), changes: null }
  const isSame = sameEntities(current, previous)
  const { mentionRate, entities } = changesOf(current.input, previous?.input ?? null, isSame)
  return { comparison: comparisonOf(mentionRate, current, previous), changes: entities }
}

/** Compares only the mention rate of the brand, which is much faster than {@link compareRuns}. */
export function compareMentionRates(current: ComparedRun, previous: ComparedRun | null): RunComparison {
  const isSame = sameEntities(current, previous)
  return comparisonOf(mentionRateChange(current.input, previous?.input ?? null, isSame), current, previous)
}

function comparisonOf(change: Comparison, current: ComparedRun, previous: ComparedRun | null): RunComparison {
  const stability = previous && stabilityOf(current.input.answers, previous.input.answers)
  return { ...change, previousRunId: previous?.id ?? null, adjustedVerdict: null, stability }
}

/** Returns whether two runs tracked an entity, given by its id, by the same names and domains. */
export function sameEntities(current: ComparedRun, previous: ComparedRun | null): (id: string) => boolean {
  const [now, before] = [identitiesOf(current.snapshot), identitiesOf(previous?.snapshot)]
  return (id) => now.get(id) === before.get(id)
}

/**
 * Returns the names and domains that a run looks for, by entity id. Entities are comparable only if these are equal,
 * because an additional alias can find more mentions in the same answers.
 */
function identitiesOf(snapshot: Snapshot | undefined): Map<string, string> {
  if (!snapshot) return new Map()
  const entities = [{ ...snapshot.brand, id: 'brand' }, ...snapshot.competitors]
  return new Map(
    entities.map(({ id, name, aliases, domains }) => [
      id,
      JSON.stringify([name, aliases.toSorted(), domains.toSorted()]),
    ]),
  )
}
