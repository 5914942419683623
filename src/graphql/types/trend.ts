import { readRuns } from '../../core/runs/read.ts'
import { type MeasuredPoint, trendPointDefinition } from '../../core/trends/definition.ts'
import { countTrends, pageTrends, TRENDS_PAGE, trendKey } from '../../core/trends/read.ts'
import { isRunPlace } from '../../core/trends/runs.ts'
import { builder } from '../builder.ts'
import { fieldsOf } from '../define.ts'
import { databaseIdOf } from '../global-id.ts'
import { given } from '../input.ts'
import { connectionOf, parsePage } from '../page.ts'
import { ComparisonVerdict, changesOptions, ENTITY_IDS, entitiesWith } from './entity-changes.ts'
import { EntityRatesInterface } from './entity-rates.ts'
import { Project } from './project.ts'
import { AnalysisRun } from './run.ts'
import { RunComparisonType } from './run-metrics.ts'
import { ScopeFigures } from './scope-figures.ts'
import { EntitySummaryType, ResultCounts } from './summary.ts'

const of = fieldsOf(trendPointDefinition)
const TrendPointType = builder.objectRef<MeasuredPoint>('TrendPoint').implement({
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
    changes: t.field({
      ...changesOptions('the previous point'),
      args: { entityIds: t.arg.idList({ description: ENTITY_IDS }) },
      resolve: ({ changes }, { entityIds }) => changes && entitiesWith(changes, entityIds),
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

/** The points of a project's history. */
const TrendPointConnection = builder.connectionObject(
  { type: TrendPointType, name: 'TrendPointConnection', description: 'A page of points.' },
  { name: 'TrendPointEdge', description: 'A point at its place in the list.' },
)

builder.objectField(Project, 'trends', (t) =>
  t.connection(
    {
      type: TrendPointType,
      nullable: true,
      extensions: { items: TRENDS_PAGE.usual },
      description: `The figures of its runs that have results, the newest first; by default ${TRENDS_PAGE.usual}, at most ${TRENDS_PAGE.most}. \`from\` and \`to\` select runs; the other filters restrict the results that the figures are computed from. Each run is compared with the one before it, also where that is outside of \`from\` and \`to\`.`,
      args: {
        from: t.arg({ type: 'DateTime', description: 'Runs that ended then or later.' }),
        to: t.arg({ type: 'DateTime', description: 'Runs that ended earlier than this.' }),
        provider: t.arg.string({ description: 'Token or alias of a provider.' }),
        location: t.arg({ type: 'CountryCode', description: 'The country the questions were asked from.' }),
        tag: t.arg.string({
          description: 'Name of a tag, in any case: prompts that had it when they were asked.',
        }),
        entityIds: t.arg.idList({ description: ENTITY_IDS }),
      },
      resolve: async ({ id }, { entityIds, from, to, provider, location, tag, ...args }, { load }) => {
        const listId = `trends:${id}`
        const page = parsePage(args, { listId, isKey: isRunPlace, sizes: TRENDS_PAGE })
        const range = given({ from, to })
        const filter = given({ provider, location, tag })
        const { points, more } = await load(pageTrends, id, { range, filter, page })
        const items = points.map((point) => ({ ...point, entities: entitiesWith(point.entities, entityIds) }))
        const countAll = () => load(countTrends, id, { range })
        return connectionOf({ items, more, page, listId, keyOf: trendKey, countAll })
      },
    },
    TrendPointConnection,
  ),
)
