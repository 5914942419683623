import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { MENTION_SENTIMENT_LABELS, THEMES } from '../../definitions/vocabulary.ts'
import { metricChangeDefinition, rateDefinition } from '../../metrics/definitions.ts'
import { quoteDefinition } from '../observations/observation.ts'

const count = (description: string, example: number) =>
  z.int().nonnegative().describe(description).register(fieldMetadata, { example })

const TOGETHER =
  'Its adjusted verdict accounts for the praise and criticism of all themes of all brands of the run together.'

/** A passage of an answer that shows a theme. */
export const themeQuoteDefinition = quoteDefinition
  .extend({
    label: enumSchema(MENTION_SENTIMENT_LABELS, 'What the passage says about the theme.'),
    resultId: z.uuid().describe('Result id of the answer.'),
    provider: z
      .string()
      .describe('Token of the provider of the answer.')
      .register(fieldMetadata, { example: 'chatgpt' }),
  })
  .register(fieldMetadata, { immutable: true })
export type ThemeQuote = z.output<typeof themeQuoteDefinition>

/** What the answers of a run say about one aspect of a brand. */
export const themeDefinition = z
  .object({
    theme: z
      .string()
      .describe(
        `The aspect: ${Object.keys(THEMES).join(', ')}, or \`other:\` with a word that several answers have an opinion on.`,
      )
      .register(fieldMetadata, { example: 'price', untrusted: true }),
    positive: count('Number of answers that praise it.', 21),
    negative: count('Number of answers that criticize it. An answer that does both counts in both.', 9),
    neutral: count('Number of answers that mention it without an opinion.', 4),
    positiveRate: rateDefinition.describe('Share of the answers with the brand that praise it.'),
    negativeRate: rateDefinition.describe('Share of the answers with the brand that criticize it.'),
    positiveChange: metricChangeDefinition.describe(
      `Change of the share of praise since the previous run. ${TOGETHER}`,
    ),
    negativeChange: metricChangeDefinition.describe(
      `Change of the share of criticism since the previous run. ${TOGETHER}`,
    ),
    quotes: z
      .array(themeQuoteDefinition)
      .describe('Passages that show it: at most three that praise it and three that criticize it.'),
  })
  .register(fieldMetadata, { immutable: true })
export type ThemeOfBrand = z.output<typeof themeDefinition>

/** Themes of one tracked brand in a run. */
export const brandThemesDefinition = z
  .object({
    entityId: z
      .string()
      .describe('`brand`, or the databaseId of the competitor.')
      .register(fieldMetadata, { example: 'brand' }),
    name: z
      .string()
      .describe('Name of the brand or competitor in the run.')
      .register(fieldMetadata, { example: 'Taskfern' }),
    answers: count('Number of answers that mention the brand and were searched for themes.', 42),
    themes: z
      .array(themeDefinition)
      .describe('Themes that any brand of the run has, most frequent first; the same for all brands.'),
  })
  .register(fieldMetadata, { immutable: true })
export type BrandThemes = z.output<typeof brandThemesDefinition>
