import { z } from 'zod'
import type { BrandFact } from '../../extraction/facts/brand-fact.ts'
import { aliasesSchema } from '../brands/brand.ts'
import { nameSchema } from '../foundation/text.ts'
import type { PRICE_PERIODS } from './definition.ts'

const PERIODS = ['month', 'year', 'once'] as const satisfies (keyof typeof PRICE_PERIODS)[]

/** ISO 4217 codes that the rules know. */
export const CURRENCIES = ['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'INR', 'JPY'] as const

const FIRST_YEAR = 1500
const LAST_YEAR = 2099
const MAX_AMOUNT = 10_000_000
const MAX_DAYS = 366

const available = z.boolean('must be true or false')
const aliases = aliasesSchema.default([])
const place = nameSchema

/** A fact in a request, by kind. Fields of other kinds are refused. */
export const factInputSchema = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('price'),
      plan: nameSchema.nullable().default(null),
      amount: z.number('must be a number').positive('must be more than 0').max(MAX_AMOUNT, 'is too high'),
      currency: z.enum(CURRENCIES, `must be one of ${CURRENCIES.join(', ')}`),
      period: z.enum(PERIODS, `must be one of ${PERIODS.join(', ')}`),
    }),
    z.strictObject({
      kind: z.literal('founded'),
      year: z
        .int('must be a year')
        .min(FIRST_YEAR, `must be at least ${FIRST_YEAR}`)
        .max(LAST_YEAR, `must be at most ${LAST_YEAR}`),
    }),
    z.strictObject({ kind: z.literal('headquarters'), place, aliases }),
    z.strictObject({ kind: z.literal('feature'), name: nameSchema, aliases, available }),
    z.strictObject({ kind: z.literal('availability'), place, aliases, available }),
    z.strictObject({ kind: z.literal('free_plan'), available }),
    z
      .strictObject({
        kind: z.literal('free_trial'),
        available,
        days: z
          .int('must be a whole number')
          .min(1, 'must be at least 1')
          .max(MAX_DAYS, `must be at most ${MAX_DAYS}`)
          .nullable()
          .default(null),
      })
      .refine(({ available, days }) => available || days === null, {
        path: ['days'],
        message: 'must be omitted without a trial',
      }),
  ],
  'must have a known kind',
) satisfies z.ZodType<BrandFact>

const PER = { month: ' per month', year: ' per year', once: '' } as const

/** Returns a fact in words, such as "The Pro plan costs 12 USD per month". */
export function factText(fact: BrandFact): string {
  switch (fact.kind) {
    case 'price':
      return `${fact.plan === null ? 'The price is' : `The ${fact.plan} plan costs`} ${fact.amount} ${fact.currency}${PER[fact.period]}`
    case 'founded':
      return `Founded in ${fact.year}`
    case 'headquarters':
      return `Headquartered in ${fact.place}`
    case 'feature':
      return `${fact.available ? 'Has' : 'Does not have'} ${fact.name}`
    case 'availability':
      return `${fact.available ? 'Available' : 'Not available'} in ${fact.place}`
    case 'free_plan':
      return fact.available ? 'Has a free plan' : 'Has no free plan'
    case 'free_trial':
      if (!fact.available) return 'Has no free trial'
      return fact.days === null ? 'Has a free trial' : `Has a free trial of ${fact.days} days`
  }
}
