import { z } from 'zod'
import { enumSchema } from '../../definitions/enumeration.ts'
import { facts } from '../../definitions/facts.ts'
import { ANSWER_STATUSES, COST_SOURCES, LOCATIONS_APPLIED, SURFACES } from '../../definitions/vocabulary.ts'
import type { ResultStatus } from '../../generated/prisma/enums.ts'
import { PARSER_VERSION } from '../../providers/driver.ts'
import { UNIT_ERROR_CODES } from '../batches/unit-errors.ts'
import { observedFields } from '../observations/observation.ts'
import { rawArtifactDefinition } from './raw-artifact.ts'

// What a result is, once for all: types, OpenAPI, the JSON of REST and the descriptions of GraphQL come from here.

const text = (description: string, example = 'text') =>
  z.string().describe(description).register(facts, { example })

/** The model behind an answer. */
export const modelDefinition = z
  .object({
    requested: text('The one that was asked for.', 'gpt-5').nullable(),
    reported: text('The one the provider says it was.', 'gpt-5-2026-01-15').nullable(),
  })
  .register(facts, { immutable: true })

/** What an answer used, as its provider counted it. */
export const usageDefinition = z
  .object({
    inputTokens: z.int().nullable().describe('Tokens of the question, cached ones included.'),
    outputTokens: z.int().nullable().describe('Tokens of the answer, those of reasoning included.'),
    searches: z.int().nullable().describe('Web searches that are billed.').register(facts, { example: 1 }),
  })
  .register(facts, { immutable: true })

const fact = { expensive: 'facts' } as const

/** Why there is no answer. */
export const resultErrorDefinition = z
  .object({
    code: enumSchema(UNIT_ERROR_CODES, 'For programs.'),
    message: z.string().describe('For people.'),
  })
  .register(facts, { immutable: true })

/** What the provider charged for an answer. */
export const resultCostDefinition = z
  .object({
    usd: z.number().nonnegative().describe('US dollars.').register(facts, { example: 0.0375 }),
    source: enumSchema(COST_SOURCES, 'How it is known.'),
    priceAsOf: z
      .string()
      .nullable()
      .describe('The day of the prices that it was computed from; null unless computed.')
      .register(facts, { example: '2026-11-21' }),
  })
  .register(facts, { immutable: true })

/** What one provider answered to one prompt for one location, once, and what the answer says. */
export const resultDefinition = z
  .object({
    id: z.uuid().describe('Its id in REST.'),
    runId: z.uuid().nullable().describe('Its run; null in an async analysis.'),
    promptId: z.uuid().nullable().describe('Null for a prompt that belongs to no project.'),
    prompt: text('The prompt as it was asked.', 'Best task manager?'),
    provider: text('The token of the provider.', 'chatgpt'),
    location: text('The country it was asked from, ISO 3166-1 alpha-2.', 'US'),
    replicate: z.int().positive().describe('Which of the repetitions it is, 1-based.'),
    status: enumSchema(ANSWER_STATUSES satisfies Record<ShownStatus, string>, 'What became of it.'),
    simulated: z
      .boolean()
      .describe('True for an invented answer: no provider was asked.')
      .register(facts, { example: false }),
    surface: enumSchema(SURFACES, 'Where the answer was seen.').nullable(),
    locationApplied: enumSchema(LOCATIONS_APPLIED, 'How the location reached the provider.').nullable(),
    model: modelDefinition.describe('The model behind it.'),
    error: resultErrorDefinition
      .nullable()
      .describe('Why there is no answer; null unless the status is failed.')
      .register(facts, { example: null }),
    cost: resultCostDefinition
      .nullable()
      .describe(
        'What the provider charged for it, also where it could not be read; null where that is not known, and for an answer that was simulated or replayed.',
      ),
    answeredAt: z.date().nullable().describe('When it was answered.'),
    searched: z
      .boolean()
      .nullable()
      .describe('Whether the surface searched the web for it; null where it does not say.')
      .register(facts, fact),
    searchQueries: z
      .array(z.string())
      .describe('What it searched for, as far as it says.')
      .register(facts, { ...fact, example: ['best task manager 2026'] }),
    partial: z
      .boolean()
      .nullable()
      .describe('Whether the answer was cut off; null without an answer, and for some older ones.')
      .register(facts, { ...fact, example: false }),
    usage: usageDefinition
      .nullable()
      .describe('What it used, as the provider counts it; null where it does not say.')
      .register(facts, fact),
    ...observedFields,
    extractionVersion: z
      .int()
      .nullable()
      .describe('Version of the rules that read the answer.')
      .register(facts, { example: 3 }),
    parserVersion: z
      .int()
      .nullable()
      .describe(
        'Version of the program that took the answer out of the response of the provider; null without an answer, and for older ones.',
      )
      .register(facts, { example: PARSER_VERSION }),
    answer: z
      .string()
      .nullable()
      .optional()
      .describe('The answer in Markdown, as given. Always there in an async analysis.')
      .register(facts, { expensive: 'answer' }),
    raw: rawArtifactDefinition
      .nullish()
      .describe('What the provider sent; only where asked for, null without an answer.')
      .register(facts, { expensive: 'raw' }),
  })
  .meta({ id: 'Result' })
  .register(facts, { immutable: true })

/** Statuses that are shown: a pending unit is no result yet. */
export type ShownStatus = Exclude<ResultStatus, 'pending'>

export type Result = z.output<typeof resultDefinition>
