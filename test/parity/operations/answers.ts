import { z } from 'zod'
import { resultDefinition } from '../../../src/core/results/definition.ts'
import type { Operation } from '../operation.ts'
import { GRAPH_ONLY, IN_LISTS, PAGED, query, tool, WITHIN_PROJECT } from './entry-parts.ts'

/** A result, as the tool shows it with the places in its answer apart. */
interface ShownAnswer {
  brand: object | null
  sentiment: object | null
  mentions: object[]
  opinions: object[]
  sources: object[]
}

/** Operations on single answers, and on those with a certain finding. */
export const ANSWER_OPERATIONS: readonly Operation[] = [
  {
    name: 'read an answer',
    as: 'project key',
    input: ({ resultId = '' }) => ({ resultId }),
    result: resultDefinition.omit({ raw: true }),
    rest: { absent: 'results of REST are in lists' },
    graphql: query(['readResult'], ['result(id: $id)'], {
      names: { resultId: 'id' },
      // A tool shows the competitors that the answer names.
      form: (result: { competitors: { mentioned: boolean }[] | null }) => ({
        ...result,
        competitors: result.competitors?.filter(({ mentioned }) => mentioned) ?? [],
      }),
    }),
    mcp: tool('get_answer', ['readResult'], {
      // Long answers come in parts, with the places in each part.
      form: ({ brand, sentiment, mentions, opinions, sources, ...shown }: ShownAnswer) => ({
        ...shown,
        brand: brand && { ...brand, spans: mentions },
        sentiment: sentiment && { ...sentiment, evidence: opinions },
        citations: sources,
      }),
      more: {
        ...PAGED,
        offset: 'long answers come in parts',
        nextOffset: 'long answers come in parts',
        answerLength: 'long answers come in parts',
      },
    }),
    cli: GRAPH_ONLY.cli,
    wrongScope: 'each key may, for what it may read',
    otherTenant: ({ resultId = '' }) => ({ resultId }),
    badInput: 'its input is an id',
  },
  ...[true, false].map(
    (mentioned): Operation => ({
      ...WITHIN_PROJECT,
      name: `find the answers of a run that ${mentioned ? 'name the brand' : 'do not name it'}`,
      input: ({ runId = '' }) => ({ runId, mentioned, limit: 50 }),
      result: z.array(resultDefinition.omit({ raw: true })),
      rest: { absent: 'results of REST are not selected by what they say' },
      graphql: query(
        ['pageResults', 'countFilteredResults'],
        ['node(id: $id)', '... on AnalysisRun', 'results(mentioned: $mentioned, first: $first)'],
        { names: { runId: 'id', limit: 'first' } },
      ),
      mcp: tool('find_answers', ['openResults'], {
        parameters: ({ mentioned: _, ...input } = {}) => ({
          name: 'find_answers',
          arguments: { ...input, finding: mentioned ? 'named' : 'missing' },
        }),
        field: 'answers',
        more: { ...IN_LISTS, quotes: 'the words that show what was found, instead of the answer' },
      }),
      otherTenant: ({ runId = '' }) => ({ runId }),
      badInput: 'its input is an id',
    }),
  ),
]
