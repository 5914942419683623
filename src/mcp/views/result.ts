import { z } from 'zod'
import {
  ANSWER_FIELDS,
  brandDefinition,
  citationDefinition,
  competitorMentionDefinition,
  recommendationDefinition,
  sentimentDefinition,
} from '../../core/observations/observation.ts'
import { resultDefinition, resultErrorDefinition } from '../../core/results/definition.ts'
import type { ResultRecord } from '../../core/results/read.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { excerptOf } from '../foundation/size.ts'
import { viewBy } from './view.ts'

/** Maximum JSON size of a prompt and of an answer in a list, in UTF-16 units. */
const MAX_PROMPT_SIZE = 500
const MAX_ANSWER_SIZE = 6_000

/** Maximum number of sources per answer in a list. */
const MAX_SOURCES = 20

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

/** A source of an answer, without the places where the answer cites it. */
export const citationView = viewBy(citationDefinition.omit({ spans: true }))

/** A result in a list. Use get_answer for the exact positions of mentions and opinions. */
export const resultView = viewBy(
  resultDefinition
    .pick({
      id: true,
      runId: true,
      promptId: true,
      prompt: true,
      provider: true,
      location: true,
      persona: true,
      replicate: true,
      status: true,
      simulated: true,
      surface: true,
      locationApplied: true,
      model: true,
      answeredAt: true,
      extractionVersion: true,
      ...ANSWER_FIELDS,
    })
    .extend({
      error: resultErrorDefinition
        .extend({ code: z.string().describe('For programs.') })
        .nullable()
        .describe('Why there is no answer; null unless status is failed.'),
      brand: brandView.definition
        .nullable()
        .describe('How the answer names the analysis brand; null without an answer.'),
      sentiment: sentimentView.definition
        .nullable()
        .describe('Sentiment toward the analysis brand; null without an answer.'),
      recommendation: recommendationView.definition
        .nullable()
        .describe('Whether the answer recommends the brand; null without an answer.'),
      competitors: z
        .array(competitorView.definition)
        .describe('Competitors that the answer names; others are omitted.'),
      citations: z
        .array(citationView.definition)
        .nullable()
        .describe(
          `Pages that the answer cites or lists as sources, at most ${MAX_SOURCES}; get_answer returns all of them. Null without an answer.`,
        ),
      answerLength: z
        .int()
        .nonnegative()
        .nullable()
        .describe('Length of the answer in UTF-16 units; null if the answer was not requested.'),
      answer: z
        .string()
        .nullable()
        .describe(
          'The answer in Markdown; null if there is none or it was not requested. Long answers are cut, with a note: get_answer returns the rest.',
        )
        .register(fieldMetadata, { untrusted: true }),
    }),
)

/** Formats a result for a list. Its answer is null unless it was loaded. */
export function showResult(result: ResultRecord): z.output<typeof resultView.definition> {
  return resultView.show(listedResult(result))
}

/** Returns the fields of a result in a list, for views with these and other fields. */
export function listedResult(result: ResultRecord): z.output<typeof resultView.definition> {
  const { id, prompt, brand, sentiment, recommendation, answer, competitors, citations } = result
  return {
    ...result,
    prompt: excerptOf(prompt, MAX_PROMPT_SIZE),
    brand: brand ?? null,
    sentiment: sentiment ?? null,
    recommendation: recommendation ?? null,
    competitors: competitors?.filter(({ mentioned }) => mentioned) ?? [],
    citations: citations?.slice(0, MAX_SOURCES) ?? null,
    answerLength: answer?.length ?? null,
    answer:
      answer == null ? null : excerptOf(answer, MAX_ANSWER_SIZE, `read on with get_answer, resultId ${id}`),
  }
}
