import { readRuns } from '../../core/runs/read.ts'
import { type TrendPoint, trendPointDefinition } from '../../core/trends/definition.ts'
import { countTrends, pageTrends, TRENDS_PAGE, trendKey } from '../../core/trends/read.ts'
import { isRunPlace } from '../../core/trends/runs.ts'
import type { EntitySummary } from '../../metrics/definitions.ts'
import { builder } from '../foundation/builder.ts'
import { fieldsOf } from '../foundation/define.ts'
import { CACHE_ID, cacheIdOf } from '../foundation/global-id.ts'
import { namingFilter, omitNullish } from '../foundation/input.ts'
import { connectionOf, parsePage } from '../foundation/page.ts'
import { changesOptions, changesWith } from './entity-changes.ts'
import { ENTITY_IDS, entitiesWith, parseEntityId } from './entity-ids.ts'
import { EntityRatesInterface } from './entity-rates.ts'
import { Project } from './project.ts'
import { AnalysisRun } from './run.ts'
import { RunComparisonType } from './run-metrics.ts'
import { ScopeFigures } from './scope-figures.ts'
import { EntitySummaryType, ResultCounts, summariesOf } from './summary.ts'

const of = fieldsOf(trendPointDefinition)
/** A point, and what its metrics are about, which is part of its cache ids. */
type Point = Omit<TrendPoint, 'entities'> & { about: string; entities: readonly EntitySummary[] }

const TrendPointType = builder.objectRef<Point>('TrendPoint').implement({
  description: 'Metrics of one run with results; rates are for the analysis brand.',
  interfaces: [EntityRatesInterface, ScopeFigures],
  fields: (t) => ({
    id: t.id({ ...CACHE_ID, resolve: ({ about }) => cacheIdOf('TrendPoint', about) }),
    runId: t.exposeID('runId', of('runId')),
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
    comparison: t.field({
      type: RunComparisonType,
      nullable: true,
      description: 'Comparison with the previous point; null for the first point.',
      resolve: ({ comparison, change }) =>
        change && { verdict: comparison, ...change, adjustedVerdict: null },
    }),
    changes: t.field({
      ...changesOptions('the previous point'),
      args: { entityIds: t.arg.idList({ description: ENTITY_IDS }) },
      resolve: ({ about, changes }, { entityIds }) => changesWith(about, changes, entityIds),
    }),
    entities: t.field({
      type: [EntitySummaryType],
      description:
        'The brand, then each competitor tracked at that time; only entities in `entityIds` if given.',
      resolve: ({ about, entities }) => summariesOf(about, entities),
    }),
    entity: t.field({
      type: EntitySummaryType,
      nullable: true,
      description: 'One of the entities; null if it was not tracked at that time, or is not in `entityIds`.',
      args: {
        entityId: t.arg.id({ required: true, description: '`brand` or the id of a competitor.' }),
      },
      resolve: ({ about, entities }, { entityId }) => {
        const wanted = parseEntityId('entityId', entityId)
        const [entity] = summariesOf(
          about,
          entities.filter(({ id }) => id === wanted),
        )
        return entity ?? null
      },
    }),
  }),
})

const TrendPointConnection = builder.connectionObject(
  { type: TrendPointType, name: 'TrendPointConnection', description: 'A page of points.' },
  { name: 'TrendPointEdge', description: 'A point and its position in the list.' },
)

const TrendFilter = builder.inputType('TrendFilter', {
  description: 'Selects results. A result must match all given fields.',
  fields: (t) => ({
    provider: t.string({ description: 'Id or alias of a provider.' }),
    location: t.field({ type: 'Location', description: 'Location of the questions.' }),
    tag: t.string({
      description: 'Name of a tag, case-insensitive: prompts that had the tag when they were asked.',
    }),
    searched: t.boolean({ description: 'Only answers with a web search, or without one.' }),
  }),
})

builder.objectField(Project, 'trends', (t) =>
  t.connection(
    {
      type: TrendPointType,
      nullable: true,
      extensions: { items: TRENDS_PAGE.usual },
      description: `Metrics of all runs with results, newest first; by default ${TRENDS_PAGE.usual}, at most ${TRENDS_PAGE.most}. \`from\` and \`to\` select runs; \`filter\` restricts the results that the metrics are computed from. Each run is compared with the previous run, even if that is outside of \`from\` and \`to\`.`,
      args: {
        from: t.arg({ type: 'DateTime', description: 'Only runs that ended at this time or later.' }),
        to: t.arg({ type: 'DateTime', description: 'Only runs that ended before this time.' }),
        filter: t.arg({ type: TrendFilter, description: 'The results that the metrics are computed from.' }),
        entityIds: t.arg.idList({ description: ENTITY_IDS }),
      },
      resolve: async ({ id }, { from, to, filter: given, entityIds, ...args }, { load }) => {
        const listId = `trends:${id}`
        const page = parsePage(args, { listId, isKey: isRunPlace, sizes: TRENDS_PAGE })
        const range = omitNullish({ from, to })
        const filter = omitNullish(given ?? {})
        const { points, more } = await namingFilter(filter, () =>
          load(pageTrends, id, { range, filter, page }),
        )
        const part = JSON.stringify([filter, entityIds ?? null])
        const items = points.map((point) => ({
          ...point,
          about: `trend:${point.runId}:${part}`,
          entities: entitiesWith(point.entities, entityIds),
        }))
        const countAll = () => load(countTrends, id, { range })
        return connectionOf({ items, more, page, listId, keyOf: trendKey, countAll })
      },
    },
    TrendPointConnection,
  ),
)
