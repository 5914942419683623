import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import {
  ANSWER_STATUSES,
  COST_SOURCES,
  LOCATIONS_APPLIED,
  SEARCH_MODES,
  SURFACES,
} from '../../definitions/vocabulary.ts'
import type { ResultStatus } from '../../generated/prisma/enums.ts'
import { UNIT_ERROR_CODES } from '../batches/unit-errors.ts'
import { observedFields } from '../observations/observation.ts'
import { askerDefinition } from '../provider-port/asker.ts'
import { PARSER_VERSION } from '../provider-port/driver.ts'
import { rawArtifactDefinition } from './raw-artifact.ts'

// The single definition of a result: the TypeScript types, OpenAPI, the JSON of the REST API and the GraphQL
// descriptions are derived from it.

const text = (description: string, example = 'text') =>
  z.string().describe(description).register(fieldMetadata, { example })

/** The model that generated an answer. */
export const modelDefinition = z
  .object({
    requested: text('Requested model.', 'gpt-5').nullable(),
    reported: z
      .string()
      .describe('Model reported by the provider.')
      .register(fieldMetadata, { example: 'gpt-5-2026-01-15', untrusted: true })
      .nullable(),
  })
  .register(fieldMetadata, { immutable: true })

/** Usage of an answer, as reported by the provider. */
export const usageDefinition = z
  .object({
    inputTokens: z.int().nullable().describe('Input tokens, including cached tokens.'),
    outputTokens: z.int().nullable().describe('Output tokens, including reasoning tokens.'),
    searches: z.int().nullable().describe('Billed web searches.').register(fieldMetadata, { example: 1 }),
  })
  .register(fieldMetadata, { immutable: true })

const fact = { expensive: 'facts' } as const

/** Why there is no answer. */
export const resultErrorDefinition = z
  .object({
    code: enumSchema(UNIT_ERROR_CODES, 'Machine-readable error code.'),
    // It may quote the provider.
    message: z.string().describe('Human-readable message.').register(fieldMetadata, { untrusted: true }),
  })
  .register(fieldMetadata, { immutable: true })

/** Cost of an answer at the provider. */
export const resultCostDefinition = z
  .object({
    usd: z
      .number()
      .nonnegative()
      .describe('Cost in US dollars.')
      .register(fieldMetadata, { example: 0.0375 }),
    source: enumSchema(COST_SOURCES, 'How the cost was determined.'),
    priceAsOf: z
      .string()
      .nullable()
      .describe('Date of the price list used to compute the cost; null unless computed.')
      .register(fieldMetadata, { example: '2026-11-21' }),
  })
  .register(fieldMetadata, { immutable: true })

/** One provider's answer to one prompt for one location, with everything extracted from it. */
export const resultDefinition = z
  .object({
    id: z.uuid().describe('ID of the result in the REST API.'),
    runId: z.uuid().nullable().describe('ID of the run; null in an async analysis.'),
    promptId: z
      .uuid()
      .nullable()
      .describe('ID of the prompt; null if the prompt does not belong to a project.'),
    prompt: text('Text of the prompt as it was sent.', 'Best task manager?'),
    provider: text('Token of the provider.', 'chatgpt'),
    location: text(
      'Location of the question: a country (ISO 3166-1 alpha-2), with the language and city if they were requested, such as `fr-CH/Geneva`.',
      'US',
    ),
    persona: text('Name of the persona of the question; null without personas.', 'student').nullable(),
    replicate: z.int().positive().describe('Number of the repetition, starting at 1.'),
    status: enumSchema(ANSWER_STATUSES satisfies Record<ShownStatus, string>, 'Outcome of the question.'),
    simulated: z
      .boolean()
      .describe('True if the answer is simulated. No provider was asked.')
      .register(fieldMetadata, { example: false }),
    surface: enumSchema(SURFACES, 'Surface that showed the answer.').nullable(),
    locationApplied: enumSchema(LOCATIONS_APPLIED, 'How the country was passed to the provider.').nullable(),
    asker: askerDefinition
      .nullable()
      .describe('What the surface knew about the asker; null without an answer from a provider.')
      .register(fieldMetadata, fact),
    languageApplied: enumSchema(LOCATIONS_APPLIED, 'How the language was passed to the provider.')
      .nullable()
      .describe('How the language was passed to the provider; null if the location names none.')
      .register(fieldMetadata, { ...fact, example: null }),
    cityApplied: enumSchema(LOCATIONS_APPLIED, 'How the city was passed to the provider.')
      .nullable()
      .describe('How the city was passed to the provider; null if the location names none.')
      .register(fieldMetadata, { ...fact, example: null }),
    model: modelDefinition.describe('Model that generated the answer.'),
    error: resultErrorDefinition
      .nullable()
      .describe('Why there is no answer; null unless the status is `failed`.')
      .register(fieldMetadata, { example: null }),
    cost: resultCostDefinition
      .nullable()
      .describe(
        'Cost of the answer at the provider, including responses that could not be parsed. Null if it is unknown, and for simulated or replayed answers.',
      ),
    answeredAt: z.date().nullable().describe('When the provider answered.'),
    searchMode: enumSchema(SEARCH_MODES, 'Whether the question requested a web search.')
      .nullable()
      .register(fieldMetadata, fact),
    searched: z
      .boolean()
      .nullable()
      .describe('Whether the surface searched the web; null if it does not report this.')
      .register(fieldMetadata, fact),
    searchQueries: z
      .array(z.string())
      .describe('Search queries that the surface reports.')
      .register(fieldMetadata, { ...fact, untrusted: true, example: ['best task manager 2026'] }),
    partial: z
      .boolean()
      .nullable()
      .describe('Whether the answer was cut off; null without an answer and for some older answers.')
      .register(fieldMetadata, { ...fact, example: false }),
    unrecognized: z
      .array(z.string())
      .describe(
        'Kinds of items in the response that this version does not know. They are not part of the answer.',
      )
      .register(fieldMetadata, { ...fact, untrusted: true, example: ['output.program'] }),
    usage: usageDefinition
      .nullable()
      .describe('Usage as reported by the provider; null if it does not report any.')
      .register(fieldMetadata, fact),
    ...observedFields,
    extractionVersion: z
      .int()
      .nullable()
      .describe('Version of the extraction rules that analyzed the answer.')
      .register(fieldMetadata, { example: 3 }),
    parserVersion: z
      .int()
      .nullable()
      .describe(
        "Version of the parser that extracted the answer from the provider's response; null without an answer and for older answers.",
      )
      .register(fieldMetadata, { example: PARSER_VERSION }),
    answer: z
      .string()
      .nullable()
      .optional()
      .describe('Original answer in Markdown. Always present in an async analysis.')
      .register(fieldMetadata, { expensive: 'answer', untrusted: true }),
    raw: rawArtifactDefinition
      .nullish()
      .describe('Raw response of the provider. Only present if requested; null without an answer.')
      .register(fieldMetadata, { expensive: 'raw' }),
  })
  .meta({ id: 'Result' })
  .register(fieldMetadata, { immutable: true })

/** Statuses of shown results. Pending units are not results yet. */
export type ShownStatus = Exclude<ResultStatus, 'pending'>

export type Result = z.output<typeof resultDefinition>
