import { readPrompts } from '../../core/prompts/read.ts'
import {
  countPromptResults,
  isPromptResultKey,
  pagePromptResults,
  promptResultKey,
} from '../../core/results/of-prompt.ts'
import { isPositionKey, positionKey, RESULT_ORDERS } from '../../core/results/order.ts'
import { countFilteredResults, knownCount, pageResults } from '../../core/results/page.ts'
import { readRuns } from '../../core/runs/read.ts'
import { builder } from '../builder.ts'
import { enumType } from '../define.ts'
import { given } from '../input.ts'
import { connectionOf, parsePage } from '../page.ts'
import { loadedParts } from '../selections/loaded-parts.ts'
import { Prompt } from './prompt.ts'
import { AnalysisResult, AnalysisResultConnection, ResultStatus } from './result.ts'
import { AnalysisRun } from './run.ts'

const ResultOrderType = enumType('ResultOrder', {
  description: 'The order of a list of results. Equal results are in the order of the run.',
  values: RESULT_ORDERS,
})

builder.objectField(AnalysisRun, 'results', (t) =>
  t.connection(
    {
      type: AnalysisResult,
      nullable: true,
      extensions: { immutable: true },
      description: 'The results recorded so far that meet all filters.',
      args: {
        prompt: t.arg.string({ description: 'Exact text of the prompt, as it was asked.' }),
        provider: t.arg.string({ description: 'Token or alias of the provider.' }),
        location: t.arg({ type: 'CountryCode', description: 'The country it was asked from.' }),
        tag: t.arg.string({
          // Also finds the results of prompts that have the tag now.
          extensions: { immutable: false },
          description:
            'Name of a tag, in any case: prompts that had it when they were asked, or have it now.',
        }),
        status: t.arg({ type: ResultStatus, description: 'Its status.' }),
        mentioned: t.arg.boolean({
          description:
            'Whether the answer names the brand; with either value, results without an answer are left out.',
        }),
        orderBy: t.arg({ type: ResultOrderType, description: 'Their order; by default RUN.' }),
      },
      resolve: async (run, { orderBy, first, after, last, before, ...filters }, context, info) => {
        const order = orderBy ?? 'run'
        const filter = given(filters)
        const listId = `results:${run.id}:${order}`
        const page = parsePage({ first, after, last, before }, { listId, isKey: isPositionKey })
        return connectionOf({
          items: await context.load(pageResults, run.id, { filter, order, page, include: loadedParts(info) }),
          page,
          listId,
          keyOf: positionKey,
          countAll: async () =>
            knownCount(run, filter) ?? context.load(countFilteredResults, run.id, { filter }),
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

builder.objectField(Prompt, 'results', (t) =>
  t.connection(
    {
      type: AnalysisResult,
      nullable: true,
      description: 'Its results in all runs that meet all filters, those of the newest run first.',
      args: {
        provider: t.arg.string({ description: 'Token or alias of the provider.' }),
        location: t.arg({ type: 'CountryCode', description: 'The country it was asked from.' }),
      },
      resolve: async ({ id }, { provider, location, ...args }, context, info) => {
        const listId = `results:${id}`
        const page = parsePage(args, { listId, isKey: isPromptResultKey })
        const filter = given({ provider, location })
        return connectionOf({
          items: await context.load(pagePromptResults, id, { filter, page, include: loadedParts(info) }),
          page,
          listId,
          keyOf: promptResultKey,
          countAll: () => context.load(countPromptResults, id, { filter }),
        })
      },
    },
    AnalysisResultConnection,
  ),
)

builder.objectField(AnalysisResult, 'trackedPrompt', (t) =>
  t.field({
    type: Prompt,
    nullable: true,
    description: 'The prompt as it is now, also after it was deleted; null for a prompt of no project.',
    resolve: ({ promptId }, _, context) => (promptId === null ? null : context.load(readPrompts, promptId)),
  }),
)
