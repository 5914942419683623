import { z } from 'zod'
import { requireProjectId } from '../../core/access/authorize.ts'
import { comparisonDefinition } from '../../core/measurements/comparison.ts'
import { readSimulated } from '../../core/results/simulated.ts'
import { type ComparedPart, compareRuns as compare } from '../../core/trends/compare-runs.ts'
import {
  CHANGED_METRICS,
  type EntityChanges,
  type EntitySummary,
  entitySummaryDefinition,
  metricChangeDefinition,
} from '../../metrics/definitions.ts'
import { cursorSchema, listOf, nextCursorSchema, positionIn, splitIntoPages } from '../foundation/page.ts'
import { defineTool } from '../foundation/tool.ts'
import { claimOf, otherClaims } from '../views/claim.ts'
import { noteOn, noteSchema, noteWithoutRun } from '../views/no-run.ts'
import { runIdSchema, runReferenceView, simulatedSchema } from '../views/run.ts'
import { viewBy } from '../views/view.ts'

const PARTS = ['run', 'provider', 'location', 'tag', 'competitor'] as const

const figuresView = viewBy(entitySummaryDefinition.omit({ positions: true }))
const figuresDefinition = figuresView.definition.meta({ id: 'Figures' })

const changeView = viewBy(
  metricChangeDefinition.pick({ adjustedVerdict: true, difference: true, low: true, high: true }),
)

const partDefinition = z.object({
  part: z
    .string()
    .nullable()
    .describe('The provider, country, tag or competitor (its name); null for the whole run.'),
  comparison: comparisonDefinition
    .nullable()
    .describe('Test of the mention rate of the brand; null for competitors.'),
  changes: z
    .object(Object.fromEntries(CHANGED_METRICS.map((metric) => [metric, changeView.definition])))
    .nullable()
    .describe(
      'Tests of all metrics, with a verdict adjusted for looking at all of them; null by location and by tag.',
    ),
  claim: z.string().describe('What you may claim about the changes.'),
  now: figuresDefinition.describe('Metrics in the run.'),
  before: figuresDefinition.nullable().describe('Metrics in the other run; null if it has none.'),
})

export const compareRuns = defineTool({
  name: 'compare_runs',
  title: 'Compare two runs',
  description:
    'Shows what changed between two runs: all metrics of both with 95 % intervals, tests of the changes with verdicts, and a claim: what you may say. Claim a change only of metrics with the verdict "moved". Defaults to the latest run and the one before it; "by" splits by provider, country, tag or competitor. Then use find_answers to see the answers behind a difference.',
  permission: 'runs:read',
  effect: 'read',
  input: z.strictObject({
    runId: runIdSchema.optional().describe('The run; defaults to the run that ended last.'),
    otherRunId: runIdSchema
      .optional()
      .describe('The run to compare with; defaults to the previous run with results.'),
    by: z
      .enum(PARTS, `must be one of ${PARTS.join(', ')}`)
      .default('run')
      .describe('How to split the comparison: run (as a whole), provider, location, tag or competitor.'),
    cursor: cursorSchema,
  }),
  output: z.object({
    run: runReferenceView.definition.nullable().describe('The run; null if no run has ended yet.'),
    other: runReferenceView.definition
      .nullable()
      .describe('The run it is compared with; null if there is none.'),
    simulated: simulatedSchema,
    parts: z.array(partDefinition).describe('A page of the parts; a single part if "by" is run.'),
    note: noteSchema,
    nextCursor: nextCursorSchema,
  }),
  async run({ runId, otherRunId, by, cursor }, { ctx }) {
    const name = `compared runs ${requireProjectId(ctx)} ${JSON.stringify({ runId, otherRunId, by })}`
    const after = positionIn(name, cursor)
    const [cursorRunId, cursorOtherId, key = null] = after?.split('~') ?? []
    const compared = await compare({
      ctx,
      input: {
        runId: cursorRunId ?? runId,
        otherRunId: cursorOtherId || otherRunId,
        by: by === 'run' || by === 'competitor' ? 'all' : by,
      },
    })
    if (!compared) {
      const note = await noteWithoutRun(ctx)
      return { run: null, other: null, simulated: false, parts: [], note, nextCursor: null }
    }
    const { run, other, parts } = compared
    const ids = [run, ...(other ? [other] : [])].map(({ id }) => id)
    const head = {
      run: runReferenceView.show(run),
      other: other && runReferenceView.show(other),
      simulated: (await readSimulated({ ctx, input: { ids } })).size > 0,
      note: noteOn(run),
    }
    const list = listOf(by === 'competitor' ? parts.flatMap(competitorsOf) : parts.map(brandOf))
    const { items, nextCursor } = await splitIntoPages({
      name,
      after: key,
      head,
      read: list.read,
      keyOf: (item) => `${run.id}~${other?.id ?? ''}~${list.keyOf(item)}`,
      show: ({ item }) => item,
    })
    return { ...head, parts: items, nextCursor }
  },
})

function brandOf({ value, now, before, comparison, changes }: ComparedPart): Part {
  const { changes: shown, claim } = changesOf(changes?.[0])
  const claims = [claimOf(comparison, { hasOther: comparison.previousRunId !== null }), claim]
  return {
    part: value === '' ? null : value,
    comparison,
    changes: shown,
    claim: claims.join(' ').trim(),
    ...figuresOf(now.entities[0], before?.entities[0]),
  }
}

function competitorsOf({ now, before, changes, comparison }: ComparedPart): Part[] {
  return now.entities.slice(1).map((entity) => {
    const tested = changes?.find(({ id }) => id === entity.id)
    const { changes: shown, claim } = changesOf(tested)
    const hasOther = comparison.previousRunId !== null
    return {
      part: entity.name,
      comparison: null,
      changes: shown,
      claim: tested ? `${claimOf(tested.mentionRate, { hasOther })} ${claim}` : 'Claim no change.',
      ...figuresOf(
        entity,
        before?.entities.find(({ id }) => id === entity.id),
      ),
    }
  })
}

type Part = z.output<typeof partDefinition>

/** Returns the tests of all metrics of an entity, and what may be claimed about metrics other than the mention rate. */
function changesOf(tested: EntityChanges | undefined): { changes: Part['changes']; claim: string } {
  if (!tested) return { changes: null, claim: '' }
  const shown = CHANGED_METRICS.map((metric) => [metric, changeView.show(tested[metric])])
  return { changes: Object.fromEntries(shown), claim: otherClaims(tested) }
}

function figuresOf(now: EntitySummary | undefined, before: EntitySummary | undefined) {
  // Every summary contains at least the brand.
  if (!now) throw new Error('summary without a brand')
  return { now: figuresView.show(now), before: before ? figuresView.show(before) : null }
}
