import { readPrompts } from '../../core/prompts/read.ts'
import {
  countPromptResults,
  isPromptResultKey,
  pagePromptResults,
  promptResultKey,
} from '../../core/results/prompt-results.ts'
import { readRuns } from '../../core/runs/read.ts'
import { loadedParts } from '../documents/loaded-parts.ts'
import { builder } from '../foundation/builder.ts'
import { omitNullish } from '../foundation/input.ts'
import { connectionOf, parsePage } from '../foundation/page.ts'
import { Prompt } from './prompt.ts'
import { AnalysisResult, AnalysisResultConnection } from './result.ts'
import { AnalysisRun } from './run.ts'

builder.objectField(AnalysisResult, 'run', (t) =>
  t.field({
    type: AnalysisRun,
    nullable: true,
    description: 'The run that the result belongs to; null for async analyses.',
    resolve: ({ runId }, _, context) => (runId === null ? null : context.load(readRuns, runId)),
  }),
)

builder.objectField(Prompt, 'results', (t) =>
  t.connection(
    {
      type: AnalysisResult,
      nullable: true,
      description: 'Results of the prompt in all runs that match all filters, newest run first.',
      args: {
        provider: t.arg.string({ description: 'Id or alias of the provider.' }),
        location: t.arg({ type: 'Location', description: 'Location of the question.' }),
      },
      resolve: async ({ id }, { provider, location, ...args }, context, info) => {
        const listId = `results:${id}`
        const page = parsePage(args, { listId, isKey: isPromptResultKey })
        const filter = omitNullish({ provider, location })
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

builder.objectField(AnalysisResult, 'prompt', (t) =>
  t.field({
    type: Prompt,
    nullable: true,
    description:
      'The prompt in its current state, even if it was deleted; null for prompts that do not belong to a project.',
    resolve: ({ promptId }, _, context) => (promptId === null ? null : context.load(readPrompts, promptId)),
  }),
)
