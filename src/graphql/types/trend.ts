import { readRuns } from '../../core/runs/read.ts'
import { type TrendPoint, trendPointDefinition } from '../../core/trends/definition.ts'
import { readTrendsOfEach, TRENDS_PAGE } from '../../core/trends/read.ts'
import { builder } from '../builder.ts'
import { fieldsOf } from '../define.ts'
import { databaseIdOf } from '../global-id.ts'
import { given } from '../input.ts'
import { EntityRatesInterface } from './entity-rates.ts'
import { Project } from './project.ts'
import { AnalysisRun } from './run.ts'
import { ComparisonVerdict, RunComparisonType } from './run-metrics.ts'
import { ScopeFigures } from './scope-figures.ts'
import { EntitySummaryType, ResultCounts } from './summary.ts'

const of = fieldsOf(trendPointDefinition)
const TrendPointType = builder.objectRef<TrendPoint>('TrendPoint').implement({
  description: 'The figures of one run that has results; the rates are those of the analysis brand.',
  interfaces: [EntityRatesInterface, ScopeFigures],
  fields: (t) => ({
    runId: t.exposeString('runId', of('runId')),
    run: t.field({
      type: AnalysisRun,
      nullable: true,
      description: 'The run; null if it was deleted.',
      resolve: ({ runId }, _, context) => context.load(readRuns, runId),
    }),
    completedAt: t.expose('completedAt', { type: 'DateTime', ...of('completedAt') }),
    resultCounts: t.field({
      type: ResultCounts,
      description: 'Results in scope by their status.',
      resolve: ({ results, statuses }) => ({ total: results, ...statuses }),
    }),
    comparison: t.expose('comparison', {
      type: ComparisonVerdict,
      description: 'Whether the mention rate changed significantly against the previous point.',
    }),
    change: t.field({
      type: RunComparisonType,
      nullable: true,
      description: 'The change against the previous point; null for the first one.',
      resolve: ({ comparison, change }) =>
        change && { verdict: comparison, ...change, adjustedVerdict: null },
    }),
    entities: t.expose('entities', {
      type: [EntitySummaryType],
      description:
        'The brand, then each competitor, as tracked at that time; only those of `entityIds` if given.',
    }),
    entity: t.field({
      type: EntitySummaryType,
      nullable: true,
      description: 'One of the entities; null if it was not tracked at that time, or not among `entityIds`.',
      args: {
        entityId: t.arg.id({ required: true, description: '`brand`, or the id of the competitor.' }),
      },
      resolve: ({ entities }, { entityId }) => {
        const wanted = databaseIdOf(entityId, 'Competitor')
        return entities.find(({ id }) => id === wanted) ?? null
      },
    }),
  }),
})

builder.objectField(Project, 'trends', (t) =>
  t.field({
    type: [TrendPointType],
    nullable: true,
    extensions: { items: TRENDS_PAGE.usual },
    description:
      'The figures of its latest runs that have results, the newest first. Filters restrict the results that they are computed from.',
    args: {
      limit: t.arg.int({
        description: `Number of points; by default ${TRENDS_PAGE.usual}, at most ${TRENDS_PAGE.most}.`,
      }),
      provider: t.arg.string({ description: 'Token or alias of a provider.' }),
      location: t.arg({ type: 'CountryCode', description: 'The country the questions were asked from.' }),
      tag: t.arg.string({
        description: 'Name of a tag, in any case: prompts that had it when they were asked.',
      }),
      entityIds: t.arg.idList({
        description: 'Only these entities: `brand` and ids of competitors. By default all.',
      }),
    },
    resolve: async ({ id }, { entityIds, ...filters }, { load }) => {
      const points = await load(readTrendsOfEach, id, given(filters))
      if (!entityIds) return points
      const wanted = new Set(entityIds.map((id) => databaseIdOf(id, 'Competitor')))
      return points.map((point) => ({
        ...point,
        entities: point.entities.filter(({ id }) => wanted.has(id)),
      }))
    },
  }),
)
