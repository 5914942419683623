import { z } from 'zod'
import {
  brandDefinition,
  citationDefinition,
  competitorMentionDefinition,
  recommendationDefinition,
  sentimentDefinition,
} from '../../core/observations/observation.ts'
import { resultDefinition, resultErrorDefinition } from '../../core/results/definition.ts'
import type { ResultRecord } from '../../core/results/read.ts'
import { excerptOf } from '../size.ts'
import { viewBy } from './view.ts'

/** How much JSON a prompt has in a list, and an answer, in UTF-16 units. */
const LONGEST_PROMPT = 500
const LONGEST_ANSWER = 6_000

/** How many sources of an answer a list shows. */
const MOST_SOURCES = 20

const brandView = viewBy(
  brandDefinition.pick({ mentioned: true, denied: true, mentionCount: true, position: true }),
)
const sentimentView = viewBy(
  sentimentDefinition.pick({
    label: true,
    score: true,
    reason: true,
    positive: true,
    neutral: true,
    negative: true,
  }),
)
const recommendationView = viewBy(
  recommendationDefinition.pick({ recommended: true, strength: true, rank: true, listSize: true }),
)
const competitorView = viewBy(
  competitorMentionDefinition.pick({
    id: true,
    name: true,
    mentioned: true,
    mentionCount: true,
    position: true,
    sentiment: true,
    sentimentLabel: true,
    recommended: true,
  }),
)

/** A source of an answer, without the places where the answer refers to it. */
export const citationView = viewBy(citationDefinition.omit({ spans: true }))

/** A result in a list: what the answer says, without the places where it says so, which get_answer shows. */
export const resultView = viewBy(
  resultDefinition
    .pick({
      id: true,
      runId: true,
      promptId: true,
      prompt: true,
      provider: true,
      location: true,
      replicate: true,
      status: true,
      simulated: true,
      surface: true,
      locationApplied: true,
      model: true,
      answeredAt: true,
      extractionVersion: true,
      answerKind: true,
      answerLanguage: true,
    })
    .extend({
      error: resultErrorDefinition
        .extend({ code: z.string().describe('For programs.') })
        .nullable()
        .describe('Why there is no answer; null unless the status is failed.'),
      brand: brandView.definition
        .nullable()
        .describe('How it names the analysis brand; null without an answer.'),
      sentiment: sentimentView.definition
        .nullable()
        .describe('How it speaks of the analysis brand; null without an answer.'),
      recommendation: recommendationView.definition
        .nullable()
        .describe('Whether it recommends the brand; null without an answer.'),
      competitors: z
        .array(competitorView.definition)
        .describe('The competitors that it names; the others are left out.'),
      citations: z
        .array(citationView.definition)
        .nullable()
        .describe(
          `The pages that it cites or lists as its sources, the first ${MOST_SOURCES} of them; get_answer has all. Null without an answer.`,
        ),
      answerLength: z
        .int()
        .nonnegative()
        .nullable()
        .describe('Of the answer, in UTF-16 units; null where it was not asked for.'),
      answer: z
        .string()
        .nullable()
        .describe(
          'The answer in Markdown; null without one, and where it was not asked for. A long one is cut, with a mark: get_answer has the rest.',
        ),
    }),
)

/** A result in a list; its answer is null unless it was read. */
export function showResult(result: ResultRecord): z.output<typeof resultView.definition> {
  const { id, prompt, brand, sentiment, recommendation, answer, competitors, citations } = result
  return resultView.show({
    ...result,
    prompt: excerptOf(prompt, LONGEST_PROMPT),
    brand: brand ?? null,
    sentiment: sentiment ?? null,
    recommendation: recommendation ?? null,
    competitors: competitors?.filter(({ mentioned }) => mentioned) ?? [],
    citations: citations?.slice(0, MOST_SOURCES) ?? null,
    answerLength: answer?.length ?? null,
    answer:
      answer == null ? null : excerptOf(answer, LONGEST_ANSWER, `read on with get_answer, resultId ${id}`),
  })
}
