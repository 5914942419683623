import { z } from 'zod'
import { resultDefinition } from '../../../src/core/results/definition.ts'
import type { Operation } from '../operation.ts'
import { GRAPH_ONLY, IN_LISTS, inFilter, PAGED, query, tool, WITHIN_PROJECT } from './entry-parts.ts'

/** A result as the tool returns it, with the positions in the answer as separate fields. */
interface ToolAnswer {
  brand: object | null
  sentiment: object | null
  mentions: object[]
  opinions: object[]
  sources: object[]
}

/** Operations that read a single answer, or find the answers of a run by what they mention. */
export const ANSWER_OPERATIONS: readonly Operation[] = [
  {
    name: 'read an answer',
    as: 'project key',
    input: ({ resultId = '' }) => ({ resultId }),
    result: resultDefinition.omit({ raw: true }),
    rest: { absent: 'REST returns results only in lists' },
    graphql: query(['readResult'], ['result(id: $id)'], {
      names: { resultId: 'id' },
      // The tool returns only the competitors that the answer mentions.
      form: (result: { competitors: { mentioned: boolean }[] | null }) => ({
        ...result,
        competitors: result.competitors?.filter(({ mentioned }) => mentioned) ?? [],
      }),
    }),
    mcp: tool('get_answer', ['readResult'], {
      // The tool splits long answers into parts and returns the positions within each part.
      form: ({ brand, sentiment, mentions, opinions, sources, ...answer }: ToolAnswer) => ({
        ...answer,
        brand: brand && { ...brand, spans: mentions },
        sentiment: sentiment && { ...sentiment, evidence: opinions },
        citations: sources,
      }),
      more: {
        ...PAGED,
        checked: 'the tool lists the brands of `corrections`, without what the analysis had read',
        offset: 'the tool splits long answers into parts',
        nextOffset: 'the tool splits long answers into parts',
        answerLength: 'the tool splits long answers into parts',
      },
    }),
    cli: GRAPH_ONLY.cli,
    wrongScope: 'every key is allowed, for the answers that it may read',
    otherTenant: ({ resultId = '' }) => ({ resultId }),
    badInput: 'its input is an id',
  },
  ...[true, false].map(
    (mentioned): Operation => ({
      ...WITHIN_PROJECT,
      name: `find the answers of a run that ${mentioned ? 'mention' : 'do not mention'} the brand`,
      input: ({ runId = '' }) => ({ runId, mentioned, limit: 50 }),
      result: z.array(resultDefinition.omit({ raw: true })),
      rest: { absent: 'REST cannot filter results by what they mention' },
      graphql: query(
        ['pageResults', 'countFilteredResults'],
        ['node(id: $id)', '... on AnalysisRun', 'results(filter: { mentioned: $mentioned }, first: $first)'],
        { names: { runId: 'id', limit: 'first', ...inFilter('mentioned') } },
      ),
      mcp: tool('find_answers', ['openResults'], {
        parameters: ({ mentioned: _, ...input } = {}) => ({
          name: 'find_answers',
          arguments: { ...input, finding: mentioned ? 'named' : 'missing' },
        }),
        field: 'answers',
        more: { ...IN_LISTS, quotes: 'the matching passages, instead of the whole answer' },
      }),
      otherTenant: ({ runId = '' }) => ({ runId }),
      badInput: 'its input is an id',
    }),
  ),
]
