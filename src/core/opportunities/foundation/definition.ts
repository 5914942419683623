import { z } from 'zod'
import { enumSchema } from '../../../definitions/fields/enum-schema.ts'
import type { Enumeration } from '../../../definitions/fields/enumeration.ts'
import { fieldMetadata } from '../../../definitions/fields/field-metadata.ts'
import type { OpportunityStatus as StoredStatus } from '../../../generated/prisma/enums.ts'
import { CHANGE_VERDICTS, domainShareDefinition, rateDefinition } from '../../../metrics/definitions.ts'
import { PAGE_CHECKS } from '../../cited-pages/definition.ts'
import { quoteDefinition } from '../../observations/observation.ts'

/** Kinds of opportunities. The rules of each kind are in a file of `kinds`. */
export const OPPORTUNITY_KINDS = {
  missing_prompt: 'A prompt whose answers name competitors and not the brand.',
  source_to_win: 'A site that is cited by answers that name competitors and not the brand.',
  provider_gap: 'A provider that names the brand less often than the other providers do.',
  location_gap: 'A location in which answers name the brand less often than in the other locations.',
} as const satisfies Enumeration
export type OpportunityKind = keyof typeof OPPORTUNITY_KINDS

export const OPPORTUNITY_STATUSES = {
  open: 'Nobody has dealt with it yet.',
  done: 'The work is done; later runs show whether it helped.',
  ignored: 'Not worth the work.',
} as const satisfies Enumeration<StoredStatus>
export type OpportunityStatus = keyof typeof OPPORTUNITY_STATUSES

const count = (description: string, example: number) =>
  z.int().nonnegative().describe(description).register(fieldMetadata, { example })
const difference = (description: string, example: number) =>
  z.number().nullable().describe(description).register(fieldMetadata, { example })

export const namedCompetitorDefinition = z.object({
  competitorId: z.uuid().describe('The databaseId of the competitor.'),
  name: z
    .string()
    .describe('Name of the competitor in the run.')
    .register(fieldMetadata, { example: 'Boardly' }),
  answers: count('Number of the answers without the brand that name the competitor.', 11),
})

export const citedSiteDefinition = z.object({
  domain: domainShareDefinition.shape.domain,
  answers: count('Number of the answers without the brand that cite the site.', 9),
})

export const citedPageDefinition = z.object({
  url: z
    .string()
    .describe('URL without tracking parameters.')
    .register(fieldMetadata, { example: 'https://reviews.example/task-managers' }),
  title: z
    .string()
    .nullable()
    .describe('Title as given by a surface.')
    .register(fieldMetadata, { untrusted: true }),
  answers: count('Number of answers that cite the page.', 9),
  check: enumSchema(PAGE_CHECKS, 'Whether the page names the brand; null if it was not fetched.').nullable(),
  competitors: z
    .array(z.string())
    .describe('Names of the competitors that the page names.')
    .register(fieldMetadata, { example: ['Boardly'] }),
})
export type CitedPage = z.output<typeof citedPageDefinition>

/** What the answers of a run show about an opportunity. */
export const opportunityEvidenceDefinition = z.object({
  answers: count('Completed answers that the opportunity is about.', 14),
  prompts: count('Prompts that the opportunity is about.', 1),
  omitting: count('Number of answers of the opportunity that name a competitor and not the brand.', 13),
  mentionRate: rateDefinition.describe('Share of the answers of the opportunity that name the brand.'),
  otherRate: rateDefinition.describe('Share of the answers to compare with that name the brand.'),
  difference: difference(
    'Mention rate minus the mention rate of the other answers to the same prompts; null unless the kind is a gap.',
    -0.21,
  ),
  low: difference('Lower end of the 95 % interval of the difference.', -0.32),
  high: difference('Upper end of the 95 % interval of the difference.', -0.1),
  pValue: difference('Two-sided p-value of the sign-flip test over prompts.', 0.002),
  namedCompetitors: z
    .array(namedCompetitorDefinition)
    .describe('Competitors that the answers without the brand name, most frequent first, at most five.'),
  sites: z
    .array(citedSiteDefinition)
    .describe(
      'Third-party sites that the answers without the brand cite, most frequent first, at most five.',
    ),
  pages: z
    .array(citedPageDefinition)
    .describe(
      'Third-party pages, most cited first, at most ten. `source_to_win`: pages of the site that answers of the run cite; `missing_prompt`: pages that the answers without the brand cite; otherwise empty.',
    ),
  pagesRead: count('Number of cited pages that were read.', 8),
  pagesWithoutBrand: count('Number of the pages that were read and do not name the brand.', 6),
})
export type OpportunityEvidence = z.output<typeof opportunityEvidenceDefinition>

/** A passage of an answer that names a competitor and not the brand. */
export const opportunityQuoteDefinition = quoteDefinition
  .extend({
    resultId: z.uuid().describe('Result id of the answer.'),
    competitorName: z
      .string()
      .describe('Name of the competitor.')
      .register(fieldMetadata, { example: 'Boardly' }),
  })
  // Unlike a quote, this is not `immutable`: a later run has other examples.
  .register(fieldMetadata, { immutable: false })
export type OpportunityQuote = z.output<typeof opportunityQuoteDefinition>

/** Comparison of the mention rate before and after an opportunity was marked done. */
export const opportunityOutcomeDefinition = z.object({
  verdict: enumSchema(CHANGE_VERDICTS, 'Verdict on the change.'),
  prompts: count('Prompts with answers before and after.', 24),
  before: rateDefinition.describe(
    'Mention rate in the last run before the opportunity was done, over the answers it is about.',
  ),
  after: rateDefinition.describe(
    'Mention rate in the first runs that started after the opportunity was done, at most three.',
  ),
  difference: difference('Mention rate after minus before, over the prompts that both sides asked.', 0.12),
  low: difference('Lower end of the 95 % interval of the difference, by a bootstrap over prompts.', 0.03),
  high: difference('Upper end of the 95 % interval of the difference.', 0.2),
  pValue: difference('Two-sided p-value of the sign-flip test over prompts.', 0.008),
  baselineRunId: z.uuid().describe('The databaseId of the run before.'),
  runIds: z.array(z.uuid()).describe('The databaseIds of the runs after, oldest first.'),
})
export type OpportunityOutcome = z.output<typeof opportunityOutcomeDefinition>

/** An opportunity of a project. */
export const opportunityDefinition = z.object({
  id: z.uuid().describe('Id of the opportunity; the same in every run.'),
  kind: enumSchema(OPPORTUNITY_KINDS, 'Kind of the opportunity.'),
  subject: z
    .string()
    .describe('Text of the prompt, domain of the site, token of the provider, or the location.')
    .register(fieldMetadata, { example: 'What is the best task manager for a small team?' }),
  status: enumSchema(OPPORTUNITY_STATUSES, 'Status.'),
  assigneeId: z.uuid().nullable().describe('Member who deals with the opportunity; null if nobody does.'),
  note: z.string().describe('Note of the team; empty without one.').register(fieldMetadata, { example: '' }),
  runId: z.uuid().describe('The databaseId of the latest run whose answers show the opportunity.'),
  current: z
    .boolean()
    .describe('Whether the latest run with results shows the opportunity.')
    .register(fieldMetadata, { example: true }),
  atMost: count('Number of answers of the run that would name the brand in addition, at most.', 13),
  expected: count('Number of answers that would name the brand in addition, realistically.', 5),
  runAnswers: count('Number of completed answers of the run.', 240),
  evidence: opportunityEvidenceDefinition.describe('What the answers of the run show.'),
  quotes: z
    .array(opportunityQuoteDefinition)
    .describe('Examples of the answers, from different providers where possible, at most three.'),
  createdAt: z.date().describe('When the opportunity was first found.'),
  doneAt: z
    .date()
    .nullable()
    .describe('When the opportunity was marked done; null unless the status is `done`.'),
  outcome: opportunityOutcomeDefinition
    .nullable()
    .describe('Before and after; null until a run has ended that started after it was marked done.'),
})
export type OpportunityRecord = z.output<typeof opportunityDefinition>
