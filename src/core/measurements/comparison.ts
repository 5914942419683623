import { z } from 'zod'
import { enumSchema } from '../../definitions/enumeration.ts'
import { facts } from '../../definitions/facts.ts'
import { changesOf, mentionRateChange } from '../../metrics/changes.ts'
import type { Comparison } from '../../metrics/compare.ts'
import { CHANGE_VERDICTS, changeDefinition, type EntityChanges, METRICS } from '../../metrics/definitions.ts'
import type { MetricsInput } from '../../metrics/metrics-input.ts'
import type { Scope } from '../../metrics/scopes.ts'
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

/** What a comparison needs of a run, or of one scope of it. */
export interface ComparedRun {
  id: string
  /** 1 for the first extraction of its answers; each published re-extraction adds 1. */
  extractionRevision: number
  snapshot: Snapshot
  input: MetricsInput
}

/** What changed between two runs, or a part of them. */
export interface ComparedFigures {
  /** Of the mention rate of the brand. */
  comparison: RunComparison
  /** Of each figure of each entity; null for parts that are not by provider, where prompts are few and looking is rare. */
  changes: EntityChanges[] | null
}

/**
 * Compares a part of a run, the one that `scopes` leave, with the same part of the run before it; without one the verdicts are
 * `insufficient`.
 */
export function compareRuns(
  current: ComparedRun,
  previous: ComparedRun | null,
  scopes: readonly Scope[],
): ComparedFigures {
  if (!scopes.every(({ scope }) => scope === 'all' || scope === 'provider'))
    return { comparison: compareMentionRates(current, previous), changes: null }
  const changes = changesOf(current.input, previous?.input ?? null, sameEntities(current, previous))
  const [brand] = changes
  if (!brand) throw new Error('a run has at least its brand')
  const { adjustedVerdict: _, ...mentionRate } = brand.mentionRate
  return { comparison: comparisonOf(mentionRate, current, previous), changes }
}

/** Compares the mention rate of the brand alone, which takes a small part of the time. */
export function compareMentionRates(current: ComparedRun, previous: ComparedRun | null): RunComparison {
  const isSame = sameEntities(current, previous)
  return comparisonOf(mentionRateChange(current.input, previous?.input ?? null, isSame), current, previous)
}

function comparisonOf(change: Comparison, current: ComparedRun, previous: ComparedRun | null): RunComparison {
  const stability = previous && stabilityOf(current.input.answers, previous.input.answers)
  return { ...change, previousRunId: previous?.id ?? null, adjustedVerdict: null, stability }
}

function sameEntities(current: ComparedRun, previous: ComparedRun | null): (id: string) => boolean {
  const [now, before] = [identitiesOf(current.snapshot), identitiesOf(previous?.snapshot)]
  return (id) => now.get(id) === before.get(id)
}

/** The names and domains by which a run looks for each entity: with one more alias the same answers show more mentions. */
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
