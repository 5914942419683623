import type { ResultOrder } from '../../core/results/order.ts'
import { isPlaceKey, placeKey } from '../../core/results/order.ts'
import { countSought, pageResults } from '../../core/results/page.ts'
import { readRuns } from '../../core/runs/read.ts'
import { builder } from '../builder.ts'
import { given } from '../input.ts'
import { connectionOf, parsePage } from '../page.ts'
import { includeOf } from '../selection.ts'
import { AnalysisResult, AnalysisResultConnection } from './result.ts'
import { ResultStatus } from './result-enums.ts'
import { AnalysisRun } from './run.ts'

const ResultOrderType = builder.enumType('ResultOrder', {
  description: 'The order of a list of results; equal ones stand in the order of the run.',
  values: {
    RUN: { value: 'run', description: 'By prompt, provider, location and replicate.' },
    POSITION: {
      value: 'position',
      description: 'Those that name the brand before others first; those that do not name it last.',
    },
    SENTIMENT: {
      value: 'sentiment',
      description: 'Those most in favour of the brand first; those that do not name it last.',
    },
    RECOMMENDATION: {
      value: 'recommendation',
      description: 'Those that rank the brand highest first; those that do not rank it last.',
    },
    ANSWERED_AT: { value: 'answered_at', description: 'Those answered last first.' },
  } as const satisfies Record<string, { value: ResultOrder; description: string }>,
})

builder.objectField(AnalysisRun, 'results', (t) =>
  t.connection(
    {
      type: AnalysisResult,
      description: 'The results there are by now, those that meet all the filters.',
      args: {
        prompt: t.arg.string({ description: 'Exact text of the prompt, as it was asked.' }),
        provider: t.arg.string({ description: 'Token or alias of the provider.' }),
        location: t.arg({ type: 'CountryCode', description: 'The country it was asked from.' }),
        tag: t.arg.string({
          description:
            'Name of a tag, in any case: prompts that had it when they were asked, or have it now.',
        }),
        status: t.arg({ type: ResultStatus, description: 'What became of it.' }),
        mentioned: t.arg.boolean({
          description: 'Whether the answer names the brand; either way leaves out what was not answered.',
        }),
        orderBy: t.arg({ type: ResultOrderType, description: 'Their order; RUN when not given.' }),
      },
      resolve: async (run, { orderBy, first, after, last, before, ...filters }, { ctx }, info) => {
        const order = orderBy ?? 'run'
        const sought = given(filters)
        const listId = `results:${run.id}:${order}`
        const page = parsePage({ first, after, last, before }, { listId, isKey: isPlaceKey })
        return connectionOf({
          items: await pageResults(ctx, run, { sought, order, page, include: includeOf(info) }),
          page,
          listId,
          keyOf: placeKey,
          countAll: () => countSought(ctx, run, sought),
        })
      },
    },
    AnalysisResultConnection,
  ),
)

builder.objectField(AnalysisResult, 'run', (t) =>
  t.field({
    type: AnalysisRun,
    nullable: true,
    description: 'The run it belongs to; null in an async analysis.',
    resolve: ({ runId }, _, context) => (runId === null ? null : context.load(readRuns, runId)),
  }),
)
