import { readPrompts } from '../../core/prompts/read.ts'
import {
  countPromptResults,
  isPromptResultKey,
  pagePromptResults,
  promptResultKey,
} from '../../core/results/of-prompt.ts'
import { builder } from '../builder.ts'
import { given } from '../input.ts'
import { connectionOf, parsePage } from '../page.ts'
import { includeOf } from '../selection.ts'
import { Prompt } from './prompt.ts'
import { AnalysisResult, AnalysisResultConnection } from './result.ts'

builder.objectField(Prompt, 'results', (t) =>
  t.connection(
    {
      type: AnalysisResult,
      description: 'Its results in all runs, those of the newest run first, those that meet all the filters.',
      args: {
        provider: t.arg.string({ description: 'Token or alias of the provider.' }),
        location: t.arg({ type: 'CountryCode', description: 'The country it was asked from.' }),
      },
      resolve: async ({ id: promptId }, { provider, location, ...args }, { ctx }, info) => {
        const listId = `results:${promptId}`
        const page = parsePage(args, { listId, isKey: isPromptResultKey })
        const input = { promptId, sought: given({ provider, location }) }
        return connectionOf({
          items: await pagePromptResults({ ctx, input: { ...input, page, include: includeOf(info) } }),
          page,
          listId,
          keyOf: promptResultKey,
          countAll: () => countPromptResults({ ctx, input }),
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
    description: 'The prompt as it is now, also once deleted; null for one that belongs to no project.',
    resolve: ({ promptId }, _, context) => (promptId === null ? null : context.load(readPrompts, promptId)),
  }),
)
