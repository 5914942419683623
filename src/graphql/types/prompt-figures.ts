import { notFound } from '../../core/foundation/errors.ts'
import { readRuns } from '../../core/runs/read.ts'
import { promptMetricsId, readPromptMetrics } from '../../core/trends/prompt-metrics.ts'
import {
  countPromptTrends,
  type PromptTrendPoint,
  pagePromptTrends,
  promptTrendPointDefinition,
} from '../../core/trends/prompt-trends.ts'
import { TRENDS_PAGE, trendKey } from '../../core/trends/read.ts'
import { isRunPlace } from '../../core/trends/runs.ts'
import { builder } from '../foundation/builder.ts'
import { fieldsOf } from '../foundation/define.ts'
import { exposeFields } from '../foundation/derive.ts'
import { CACHE_ID, cacheIdOf, databaseIdOf } from '../foundation/global-id.ts'
import { omitNullish } from '../foundation/input.ts'
import { readConnection } from '../foundation/page.ts'
import { Prominence, SENTIMENT_SCORE } from './entity-rates.ts'
import { Prompt } from './prompt.ts'
import { AnalysisRun } from './run.ts'
import { RunMetricsType } from './run-metrics.ts'

const of = fieldsOf(promptTrendPointDefinition)
const PromptTrendPointType = builder
  .objectRef<PromptTrendPoint & { promptId: string }>('PromptTrendPoint')
  .implement({
    description: 'The key metrics of a prompt in one run with results; `Prompt.metrics` has all metrics.',
    fields: (t) => ({
      ...exposeFields(t, promptTrendPointDefinition, { omit: ['prominence'], rename: SENTIMENT_SCORE }),
      id: t.id({
        ...CACHE_ID,
        resolve: ({ promptId, runId }) => cacheIdOf('PromptTrendPoint', promptId, runId),
      }),
      run: t.field({
        type: AnalysisRun,
        nullable: true,
        description: 'The run; null if it was deleted.',
        resolve: ({ runId }, _, context) => context.load(readRuns, runId),
      }),
      prominence: t.expose('prominence', { type: Prominence, ...of('prominence') }),
    }),
  })

builder.objectFields(Prompt, (t) => ({
  metrics: t.field({
    type: RunMetricsType,
    nullable: true,
    description:
      'Metrics of the prompt in one run; null if the run has not asked the prompt or has no results.',
    args: {
      runId: t.arg.id({
        description:
          'databaseId or global id of the run; defaults to the newest run with results that asked the prompt.',
      }),
    },
    resolve: async ({ id }, args, { load }) => {
      const runId = args.runId == null ? null : databaseIdOf(args.runId, 'AnalysisRun')
      const metrics = await load(readPromptMetrics, promptMetricsId(id, runId))
      if (!metrics && runId !== null && !(await load(readRuns, runId))) throw notFound('Run')
      return metrics
    },
  }),
}))

const PromptTrendPointConnection = builder.connectionObject(
  { type: PromptTrendPointType, name: 'PromptTrendPointConnection', description: 'A page of points.' },
  { name: 'PromptTrendPointEdge', description: 'A point and its position in the list.' },
)

builder.objectField(Prompt, 'trends', (t) =>
  t.connection(
    {
      type: PromptTrendPointType,
      nullable: true,
      extensions: { items: TRENDS_PAGE.usual },
      description: `Metrics in all runs with results that asked the prompt, newest first; by default ${TRENDS_PAGE.usual}, at most ${TRENDS_PAGE.most}.`,
      args: {
        from: t.arg({ type: 'DateTime', description: 'Only runs that ended at this time or later.' }),
        to: t.arg({ type: 'DateTime', description: 'Only runs that ended before this time.' }),
      },
      resolve: ({ id }, { from, to, ...args }, { load }) => {
        const range = omitNullish({ from, to })
        return readConnection(args, {
          listId: `prompt-trends:${id}`,
          isKey: isRunPlace,
          sizes: TRENDS_PAGE,
          keyOf: trendKey,
          items: async (page) => {
            const points = await load(pagePromptTrends, id, { range, page })
            return points.map((point) => ({ ...point, promptId: id }))
          },
          countAll: () => load(countPromptTrends, id, { range }),
        })
      },
    },
    PromptTrendPointConnection,
  ),
)
