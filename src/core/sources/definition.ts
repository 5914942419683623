import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { CITATION_OWNERS } from '../../definitions/vocabulary.ts'
import { domainShareDefinition, rateDefinition } from '../../metrics/definitions.ts'
import { SOURCE_CATEGORIES } from './category.ts'

const count = (description: string, example: number) =>
  z.int().nonnegative().describe(description).register(fieldMetadata, { example })

const siteFields = {
  domain: domainShareDefinition.shape.domain,
  owner: enumSchema(
    CITATION_OWNERS,
    'Owner of most citations of the site, according to the brand and competitors of each run.',
  ),
  competitorId: domainShareDefinition.shape.competitorId,
  category: enumSchema(SOURCE_CATEGORIES, 'Kind of the site.').register(fieldMetadata, { example: 'review' }),
}

/** A web page that answers give as a source. */
export const sourceUrlDefinition = z.object({
  url: z
    .string()
    .describe('URL without tracking parameters.')
    .register(fieldMetadata, { example: 'https://reviews.example/task-managers' }),
  title: z
    .string()
    .nullable()
    .describe('Title as given by a surface.')
    .register(fieldMetadata, { untrusted: true }),
  ...siteFields,
  citations: count('How often answers list the page as a source: the sum of `cited` and `retrieved`.', 12),
  cited: count('How often answers cite the page in their text.', 9),
  retrieved: count('How often answers list the page as a source without citing it.', 3),
  citationRate: rateDefinition.describe('Share of answers that cite the page.'),
})
export type SourceUrl = z.output<typeof sourceUrlDefinition>

/** A site that answers give as a source. */
export const sourceDefinition = z.object({
  ...siteFields,
  citations: count(
    'How often answers list pages of the site as sources: the sum of `cited` and `retrieved`.',
    30,
  ),
  cited: count('How often answers cite pages of the site in their text.', 21),
  retrieved: count('How often answers list pages of the site as sources without citing them.', 9),
  citationRate: rateDefinition.describe('Share of answers that cite the site.'),
  retrievedRate: rateDefinition
    .nullable()
    .describe(
      'Share of answers that list a page of the site as a source without citing that page; null unless pages are requested.',
    ),
  urls: z
    .array(sourceUrlDefinition)
    .describe('Pages of the site, most frequent first; empty unless requested.'),
})
export type SourceRecord = z.output<typeof sourceDefinition>
