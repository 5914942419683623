import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import type { FactKind, FactVerdict } from '../../extraction/facts/brand-fact.ts'
import { rateDefinition } from '../../metrics/definitions.ts'
import { quoteDefinition } from '../observations/observation.ts'

/** Maximum number of facts of a project. */
export const MAXIMUM_FACTS = 50

/** Maximum number of quotations of a fact per verdict. */
export const MAXIMUM_QUOTES = 5

/** Kinds of facts. */
export const FACT_KINDS = {
  price: 'What the product or one of its plans costs.',
  founded: 'The year in which the company was founded.',
  headquarters: 'Where the company has its headquarters.',
  feature: 'Whether the product has a feature.',
  availability: 'Whether the brand is available in a country or region.',
  free_plan: 'Whether there is a plan that costs nothing.',
  free_trial: 'Whether there is a free trial.',
} as const satisfies Enumeration<FactKind>

/** How often a price is paid. */
export const PRICE_PERIODS = {
  month: 'Paid every month.',
  year: 'Paid every year.',
  once: 'Paid once.',
} as const satisfies Enumeration

/** What an answer says about a fact. */
export const FACT_VERDICTS = {
  contradicts: 'The answer says something else.',
  supports: 'The answer says the same.',
  unclear: 'The answer concerns the fact, but says nothing clear about it.',
} as const satisfies Enumeration<FactVerdict>

/** What decides about a statement. */
export const FACT_DECIDERS = {
  rules: 'The rules, without a language model.',
  judge: 'The judge, a language model that reads what the rules find unclear or contradicting.',
} as const satisfies Enumeration
export type FactDecider = keyof typeof FACT_DECIDERS

/** States of the check of a run. */
export const FACT_CHECK_STATES = {
  current: 'The answers were checked against the current facts.',
  pending: 'The check is queued or running. The results are from an earlier check, or there are none.',
  outdated: 'The facts have changed since. Only the two latest runs are checked again.',
} as const satisfies Enumeration
export type FactCheckState = keyof typeof FACT_CHECK_STATES

/** A fact about the brand of a project. Fields that do not belong to its kind are null. */
export const factDefinition = z
  .object({
    id: z
      .uuid()
      .describe('Id of the fact.')
      .register(fieldMetadata, { example: '019a6f2e-9b20-7c11-8d3a-5e6f7a8b9c0d' }),
    kind: enumSchema(FACT_KINDS, 'Kind of the fact.'),
    text: z
      .string()
      .describe('The fact in words.')
      .register(fieldMetadata, { example: 'The Pro plan costs 12 USD per month' }),
    plan: z
      .string()
      .nullable()
      .describe('Plan that a `price` is for; null for the only price of the product, and for other kinds.')
      .register(fieldMetadata, { example: 'Pro' }),
    amount: z
      .number()
      .nullable()
      .describe('Amount of a `price`; null for other kinds.')
      .register(fieldMetadata, { example: 12 }),
    currency: z
      .string()
      .nullable()
      .describe('Currency of a `price` (ISO 4217); null for other kinds.')
      .register(fieldMetadata, { example: 'USD' }),
    period: enumSchema(PRICE_PERIODS, 'How often a `price` is paid; null for other kinds.').nullable(),
    year: z
      .int()
      .nullable()
      .describe('Year in which the company was `founded`; null for other kinds.')
      .register(fieldMetadata, { example: null }),
    name: z
      .string()
      .nullable()
      .describe('Name of a `feature`; null for other kinds.')
      .register(fieldMetadata, { example: null }),
    place: z
      .string()
      .nullable()
      .describe(
        'City of the `headquarters`, or country or region of an `availability`; null for other kinds.',
      )
      .register(fieldMetadata, { example: null }),
    aliases: z
      .array(z.string())
      .describe(
        'Other names of the `feature` or of the place, and for `headquarters` also the regions and countries that contain the city.',
      )
      .register(fieldMetadata, { example: [] }),
    available: z
      .boolean()
      .nullable()
      .describe(
        'Whether a `feature`, a `free_plan` or a `free_trial` exists, or the product has the `availability`; null for other kinds.',
      )
      .register(fieldMetadata, { example: null }),
    days: z
      .int()
      .nullable()
      .describe('Length of a `free_trial` in days; null if the length does not matter, and for other kinds.')
      .register(fieldMetadata, { example: null }),
    createdAt: z.date().describe('When the fact was added.'),
  })
  // Records also contain the project id, which is not a public field.
  .register(fieldMetadata, { selective: true })

/** A fact with its project. */
export interface FactRecord extends z.output<typeof factDefinition> {
  projectId: string
}

/** A passage of an answer that says something about a fact. */
export const factQuoteDefinition = quoteDefinition
  .extend({
    verdict: enumSchema(FACT_VERDICTS, 'What the passage says about the fact.'),
    decidedBy: enumSchema(FACT_DECIDERS, 'What decided the verdict.'),
    provider: z
      .string()
      .describe('Token of the provider that gave the answer.')
      .register(fieldMetadata, { example: 'chatgpt' }),
    resultId: z.uuid().describe('Result id of the answer.'),
  })
  // The check of a run is repeated when facts change.
  .register(fieldMetadata, { immutable: false })

const ratesShape = {
  contradicted: rateDefinition.describe(
    'Share of answers that contradict the fact, among the answers that concern it.',
  ),
  supported: rateDefinition.describe(
    'Share of answers that support the fact, among the answers that concern it.',
  ),
  unclear: z
    .int()
    .nonnegative()
    .describe('Number of answers that concern the fact without a clear statement.')
    .register(fieldMetadata, { example: 4 }),
}

/** Results for the answers of one provider. */
export const factProviderDefinition = z.object({
  provider: z.string().describe('Token of the provider.').register(fieldMetadata, { example: 'chatgpt' }),
  ...ratesShape,
})

/** What the answers of a run say about a fact. */
export const factResultDefinition = z.object({
  fact: factDefinition.describe('The fact.'),
  checked: z
    .boolean()
    .describe('False if the fact was added or changed after the answers were checked.')
    .register(fieldMetadata, { example: true }),
  ...ratesShape,
  providers: z.array(factProviderDefinition).describe('Results by provider, in alphabetical order.'),
  quotes: z
    .array(factQuoteDefinition)
    .describe(
      `Passages, contradictions first, at most ${MAXIMUM_QUOTES} per verdict. Without passages of answers with deleted texts.`,
    ),
})

/** The check of a run against the facts of its project. */
export const factCheckDefinition = z.object({
  runId: z.uuid().describe('Run whose answers were checked.'),
  state: enumSchema(FACT_CHECK_STATES, 'Whether the results are current.'),
  answers: z
    .int()
    .nonnegative()
    .describe('Number of checked answers.')
    .register(fieldMetadata, { example: 70 }),
  unreadAnswers: z
    .int()
    .nonnegative()
    .describe('Number of answers that were not checked, because they are not in English.')
    .register(fieldMetadata, { example: 0 }),
  results: z.array(factResultDefinition).describe('One per fact, oldest fact first.'),
})

/** The result of a fact, with the project of the fact. */
export interface FactResultRecord extends Omit<z.output<typeof factResultDefinition>, 'fact'> {
  fact: FactRecord
}

/** A check with its results. */
export interface FactCheckRecord extends Omit<z.output<typeof factCheckDefinition>, 'results'> {
  results: FactResultRecord[]
}
