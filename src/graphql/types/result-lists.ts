import { readPrompts } from '../../core/prompts/read.ts'
import {
  countPromptResults,
  isPromptResultKey,
  pagePromptResults,
  promptResultKey,
} from '../../core/results/of-prompt.ts'
import { readRuns } from '../../core/runs/read.ts'
import { builder } from '../builder.ts'
import { given } from '../input.ts'
import { connectionOf, parsePage } from '../page.ts'
import { loadedParts } from '../selections/loaded-parts.ts'
import { Prompt } from './prompt.ts'
import { AnalysisResult, AnalysisResultConnection } from './result.ts'
import { RESULTS, resultFilters, resultsOf } from './result-filters.ts'
import { AnalysisRun } from './run.ts'

/** The filters that only results of a run have: prompts of an async analysis belong to no project. */
const ofRun = builder.args((t) => ({
  promptId: t.id({
    description: 'The prompt, by databaseId or global id; also one that was deleted since.',
  }),
  tag: t.string({
    // Also finds the results of prompts that have the tag now.
    extensions: { immutable: false },
    description: 'Name of a tag, in any case: prompts that had it when they were asked, or have it now.',
  }),
}))

builder.objectField(AnalysisRun, 'results', (t) =>
  t.connection(
    { ...RESULTS, args: { ...resultFilters, ...ofRun }, resolve: resultsOf },
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
