import { z } from 'zod'
import { projectOf } from '../../core/authorize.ts'
import { comparisonDefinition } from '../../core/measurements/comparison.ts'
import { readSimulated } from '../../core/results/simulated.ts'
import { type ComparedPart, compareRuns as compare } from '../../core/trends/compare-runs.ts'
import { type EntitySummary, entitySummaryDefinition } from '../../metrics/definitions.ts'
import { cursorSchema, listOf, nextCursorSchema, positionIn, readPage } from '../page.ts'
import { defineTool } from '../tool.ts'
import { claimOf } from '../views/claim.ts'
import { noteOn, noteSchema, noteWithoutRun } from '../views/no-run.ts'
import { runIdSchema, runReferenceView, simulatedSchema } from '../views/run.ts'
import { viewBy } from '../views/view.ts'

const PARTS = ['run', 'provider', 'location', 'tag', 'competitor'] as const

const figuresView = viewBy(entitySummaryDefinition.omit({ positions: true }))
const figuresDefinition = figuresView.definition.meta({ id: 'Figures' })

const partDefinition = z.object({
  part: z
    .string()
    .nullable()
    .describe('Which provider, country, tag or competitor (its name); null for the whole run.'),
  comparison: comparisonDefinition
    .nullable()
    .describe('The test of the mention rate of the brand; null for a competitor, where none is made.'),
  claim: z.string().describe('What may be said of it.'),
  now: figuresDefinition.describe('Figures in the run.'),
  before: figuresDefinition.nullable().describe('Figures in the other run; null where it has none.'),
})

/** Compares two runs. */
export const compareRuns = defineTool({
  name: 'compare_runs',
  title: 'Compare two runs',
  description:
    'What has changed between two runs: all figures of both, with 95 % intervals, and for the mention rate of the brand a test, with a verdict and a sentence (claim) on what may be said. Only the mention rate is tested: of other figures give both values and claim no change. By default the latest run and the one before it, as a whole; "by" divides it by provider, country, tag or competitor. Then find_answers for the answers behind it.',
  permission: 'runs:read',
  effect: 'read',
  input: z.strictObject({
    runId: runIdSchema.optional().describe('The run; without it the one that ended last.'),
    otherRunId: runIdSchema
      .optional()
      .describe('The run to compare it with; without it the one with results that ended before it.'),
    by: z
      .enum(PARTS, `must be one of ${PARTS.join(', ')}`)
      .default('run')
      .describe('How to divide the run: run (as a whole), provider, location, tag or competitor.'),
    cursor: cursorSchema,
  }),
  output: z.object({
    run: runReferenceView.definition.nullable().describe('The run; null while none has ended.'),
    other: runReferenceView.definition
      .nullable()
      .describe('The run it is compared with; null where there is none.'),
    simulated: simulatedSchema,
    parts: z.array(partDefinition).describe('A page of the parts; with by "run" one.'),
    note: noteSchema,
    nextCursor: nextCursorSchema,
  }),
  async run({ runId, otherRunId, by, cursor }, { ctx }) {
    const name = `compared runs ${projectOf(ctx)} ${JSON.stringify({ runId, otherRunId, by })}`
    const after = positionIn(name, cursor)
    const [knownRun, knownOther, key = null] = after?.split('~') ?? []
    const compared = await compare({
      ctx,
      input: {
        runId: knownRun ?? runId,
        otherRunId: knownOther || otherRunId,
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
    const { items, nextCursor } = await readPage({
      name,
      after: key,
      beside: head,
      read: list.read,
      keyOf: (item) => `${run.id}~${other?.id ?? ''}~${list.keyOf(item)}`,
      show: ({ item }) => item,
    })
    return { ...head, parts: items, nextCursor }
  },
})

function brandOf({ value, now, before, comparison }: ComparedPart): z.output<typeof partDefinition> {
  return {
    part: value === '' ? null : value,
    comparison,
    claim: claimOf(comparison),
    ...figuresOf(now.entities[0], before?.entities[0]),
  }
}

function competitorsOf({ now, before }: ComparedPart): z.output<typeof partDefinition>[] {
  return now.entities.slice(1).map((entity) => ({
    part: entity.name,
    comparison: null,
    claim: 'No test is made for competitors: give both values with their intervals, and claim no change.',
    ...figuresOf(
      entity,
      before?.entities.find(({ id }) => id === entity.id),
    ),
  }))
}

function figuresOf(now: EntitySummary | undefined, before: EntitySummary | undefined) {
  // A summary has at least the brand.
  if (!now) throw new Error('a summary without a brand')
  return { now: figuresView.show(now), before: before ? figuresView.show(before) : null }
}
