import { readRuns } from '../../core/runs/read.ts'
import { readTrends, type TrendPoint } from '../../core/trends/read.ts'
import { builder } from '../builder.ts'
import { databaseIdOf } from '../global-id.ts'
import { given } from '../input.ts'
import { ComparisonVerdict, RunComparisonType } from './comparison.ts'
import { EntityRatesInterface } from './entity-figures.ts'
import { Project } from './project.ts'
import { AnalysisRun } from './run.ts'
import { ScopeFigures } from './scope-figures.ts'
import { EntitySummaryType, ResultCounts } from './summary.ts'

const TrendPointType = builder.objectRef<TrendPoint>('TrendPoint').implement({
  description: 'The figures of one run that gave results; the rates are those of the analysis brand.',
  interfaces: [EntityRatesInterface, ScopeFigures],
  fields: (t) => ({
    runId: t.exposeString('runId', { description: 'The databaseId of the run.' }),
    run: t.field({
      type: AnalysisRun,
      nullable: true,
      description: 'The run; null where it was deleted meanwhile.',
      resolve: ({ runId }, _, context) => context.load(readRuns, runId),
    }),
    completedAt: t.expose('completedAt', { type: 'DateTime', description: 'When it ended.' }),
    results: t.exposeInt('results', { description: 'Results in scope, whatever became of them.' }),
    statuses: t.field({
      type: ResultCounts,
      description: 'The same results by what became of them.',
      resolve: ({ results, statuses }) => ({ total: results, ...statuses }),
    }),
    comparison: t.expose('comparison', {
      type: ComparisonVerdict,
      description: 'What can be said of the change against the point before.',
    }),
    change: t.field({
      type: RunComparisonType,
      nullable: true,
      description: 'The change itself; null without a point before.',
      resolve: ({ comparison, change }) =>
        change && { verdict: comparison, ...change, adjustedVerdict: null },
    }),
    entities: t.expose('entities', {
      type: [EntitySummaryType],
      description: 'The brand first, then each competitor, as they were tracked then; those asked for.',
    }),
    entity: t.field({
      type: EntitySummaryType,
      nullable: true,
      description: 'One of the entities; null where it was not tracked then, or not asked for.',
      args: { id: t.arg.id({ required: true, description: '`brand`, or the id of the competitor.' }) },
      resolve: ({ entities }, { id }) =>
        entities.find((entity) => entity.id === databaseIdOf(id, 'Competitor')) ?? null,
    }),
  }),
})

builder.objectField(Project, 'trends', (t) =>
  t.field({
    type: [TrendPointType],
    extensions: { items: 12 },
    description:
      'The figures of its latest runs that gave results, the newest first. A filter narrows what they are computed from.',
    args: {
      limit: t.arg.int({ description: 'Points; 12 when not given, at most 52.' }),
      provider: t.arg.string({ description: 'Token or alias of a provider.' }),
      location: t.arg({ type: 'CountryCode', description: 'The country that was asked from.' }),
      tag: t.arg.string({
        description: 'Name of a tag, in any case: prompts that had it when they were asked.',
      }),
      entityIds: t.arg.idList({
        description: 'Only these entities: `brand`, and ids of competitors. All when not given.',
      }),
    },
    resolve: async ({ id: projectId }, { entityIds, ...filters }, { ctx }) => {
      // A key names no project: it has this one.
      const project = ctx.actor.type === 'key' ? {} : { projectId }
      const points = await readTrends({ ctx, input: { ...project, ...given(filters) } })
      if (!entityIds) return points
      const wanted = new Set(entityIds.map((id) => databaseIdOf(id, 'Competitor')))
      return points.map((point) => ({
        ...point,
        entities: point.entities.filter(({ id }) => wanted.has(id)),
      }))
    },
  }),
)
