import { readRuns } from '../../core/runs/read.ts'
import { type MeasuredPoint, trendPointDefinition } from '../../core/trends/definition.ts'
import { countTrends, pageTrends, TRENDS_PAGE, trendKey } from '../../core/trends/read.ts'
import { isRunPlace } from '../../core/trends/runs.ts'
import { builder } from '../foundation/builder.ts'
import { fieldsOf } from '../foundation/define.ts'
import { databaseIdOf } from '../foundation/global-id.ts'
import { omitNullish } from '../foundation/input.ts'
import { connectionOf, parsePage } from '../foundation/page.ts'
import { ComparisonVerdict, changesOptions, ENTITY_IDS, entitiesWith } from './entity-changes.ts'
import { EntityRatesInterface } from './entity-rates.ts'
import { Project } from './project.ts'
import { AnalysisRun } from './run.ts'
import { RunComparisonType } from './run-metrics.ts'
import { ScopeFigures } from './scope-figures.ts'
import { EntitySummaryType, ResultCounts } from './summary.ts'

const of = fieldsOf(trendPointDefinition)
const TrendPointType = builder.objectRef<MeasuredPoint>('TrendPoint').implement({
  description: 'Metrics of one run with results; rates are for the analysis brand.',
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
      description: 'Number of results in scope by status.',
      resolve: ({ results, statuses }) => ({ total: results, ...statuses }),
    }),
    comparison: t.expose('comparison', {
      type: ComparisonVerdict,
      description: 'Whether the mention rate changed significantly since the previous point.',
    }),
    change: t.field({
      type: RunComparisonType,
      nullable: true,
      description: 'The change since the previous point; null for the first point.',
      resolve: ({ comparison, change }) =>
        change && { verdict: comparison, ...change, adjustedVerdict: null },
    }),
    changes: t.field({
      ...changesOptions('the previous point'),
      args: { entityIds: t.arg.idList({ description: ENTITY_IDS }) },
      resolve: ({ changes }, { entityIds }) => changes && entitiesWith(changes, entityIds),
    }),
    entities: t.expose('entities', {
      type: [EntitySummaryType],
      description:
        'The brand, then each competitor tracked at that time; only entities in `entityIds` if given.',
    }),
    entity: t.field({
      type: EntitySummaryType,
      nullable: true,
      description: 'One of the entities; null if it was not tracked at that time, or is not in `entityIds`.',
      args: {
        entityId: t.arg.id({ required: true, description: '`brand` or the id of a competitor.' }),
      },
      resolve: ({ entities }, { entityId }) => {
        const wanted = databaseIdOf(entityId, 'Competitor')
        return entities.find(({ id }) => id === wanted) ?? null
      },
    }),
  }),
})

const TrendPointConnection = builder.connectionObject(
  { type: TrendPointType, name: 'TrendPointConnection', description: 'A page of points.' },
  { name: 'TrendPointEdge', description: 'A point and its position in the list.' },
)

builder.objectField(Project, 'trends', (t) =>
  t.connection(
    {
      type: TrendPointType,
      nullable: true,
      extensions: { items: TRENDS_PAGE.usual },
      description: `Metrics of all runs with results, newest first; by default ${TRENDS_PAGE.usual}, at most ${TRENDS_PAGE.most}. \`from\` and \`to\` select runs; the other filters restrict the results that the metrics are computed from. Each run is compared with the previous run, even if that is outside of \`from\` and \`to\`.`,
      args: {
        from: t.arg({ type: 'DateTime', description: 'Only runs that ended at this time or later.' }),
        to: t.arg({ type: 'DateTime', description: 'Only runs that ended before this time.' }),
        provider: t.arg.string({ description: 'Id or alias of a provider.' }),
        location: t.arg({ type: 'Location', description: 'Location of the questions.' }),
        tag: t.arg.string({
          description: 'Name of a tag, case-insensitive: prompts that had the tag when they were asked.',
        }),
        searched: t.arg.boolean({ description: 'Only answers with a web search, or without one.' }),
        entityIds: t.arg.idList({ description: ENTITY_IDS }),
      },
      resolve: async (
        { id },
        { entityIds, from, to, provider, location, tag, searched, ...args },
        { load },
      ) => {
        const listId = `trends:${id}`
        const page = parsePage(args, { listId, isKey: isRunPlace, sizes: TRENDS_PAGE })
        const range = omitNullish({ from, to })
        const filter = omitNullish({ provider, location, tag, searched })
        const { points, more } = await load(pageTrends, id, { range, filter, page })
        const items = points.map((point) => ({ ...point, entities: entitiesWith(point.entities, entityIds) }))
        const countAll = () => load(countTrends, id, { range })
        return connectionOf({ items, more, page, listId, keyOf: trendKey, countAll })
      },
    },
    TrendPointConnection,
  ),
)
