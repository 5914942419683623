import { notFound } from '../../core/errors.ts'
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
import { builder } from '../builder.ts'
import { fieldsOf } from '../define.ts'
import { databaseIdOf } from '../global-id.ts'
import { given } from '../input.ts'
import { connectionOf, parsePage } from '../page.ts'
import { MeanType, Prominence } from './entity-rates.ts'
import { Prompt } from './prompt.ts'
import { RateType } from './rate.ts'
import { AnalysisRun } from './run.ts'
import { RunMetricsType } from './run-metrics.ts'

const of = fieldsOf(promptTrendPointDefinition)
const PromptTrendPointType = builder.objectRef<PromptTrendPoint>('PromptTrendPoint').implement({
  description: 'The figures of a prompt in one run that has results; all others are in `Prompt.metrics`.',
  fields: (t) => ({
    runId: t.exposeString('runId', of('runId')),
    run: t.field({
      type: AnalysisRun,
      nullable: true,
      description: 'The run; null if it was deleted.',
      resolve: ({ runId }, _, context) => context.load(readRuns, runId),
    }),
    completedAt: t.expose('completedAt', { type: 'DateTime', ...of('completedAt') }),
    mentionRate: t.expose('mentionRate', { type: RateType, ...of('mentionRate') }),
    lostRate: t.expose('lostRate', { type: RateType, ...of('lostRate') }),
    averagePosition: t.exposeFloat('averagePosition', of('averagePosition')),
    positionMean: t.expose('positionMean', { type: MeanType, ...of('positionMean') }),
    prominence: t.expose('prominence', { type: Prominence, ...of('prominence') }),
    sentiment: t.exposeFloat('sentiment', of('sentiment')),
    sentimentMean: t.expose('sentimentMean', { type: MeanType, ...of('sentimentMean') }),
  }),
})

builder.objectFields(Prompt, (t) => ({
  metrics: t.field({
    type: RunMetricsType,
    nullable: true,
    description: 'Its figures in one run; null where the run has not asked it or has no results.',
    args: {
      runId: t.arg.id({
        description: 'The run, by databaseId or global id; by default the newest with results that asked it.',
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

/** The points of a prompt's history. */
const PromptTrendPointConnection = builder.connectionObject(
  { type: PromptTrendPointType, name: 'PromptTrendPointConnection', description: 'A page of points.' },
  { name: 'PromptTrendPointEdge', description: 'A point at its place in the list.' },
)

builder.objectField(Prompt, 'trends', (t) =>
  t.connection(
    {
      type: PromptTrendPointType,
      nullable: true,
      extensions: { items: TRENDS_PAGE.usual },
      description: `Its figures in the runs with results that asked it, the newest first; by default ${TRENDS_PAGE.usual}, at most ${TRENDS_PAGE.most}.`,
      args: {
        from: t.arg({ type: 'DateTime', description: 'Runs that ended then or later.' }),
        to: t.arg({ type: 'DateTime', description: 'Runs that ended earlier than this.' }),
      },
      resolve: async ({ id }, { from, to, ...args }, { load }) => {
        const listId = `prompt-trends:${id}`
        const page = parsePage(args, { listId, isKey: isRunPlace, sizes: TRENDS_PAGE })
        const range = given({ from, to })
        return connectionOf({
          items: await load(pagePromptTrends, id, { range, page }),
          page,
          listId,
          keyOf: trendKey,
          countAll: () => load(countPromptTrends, id, { range }),
        })
      },
    },
    PromptTrendPointConnection,
  ),
)
