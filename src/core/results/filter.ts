import { z } from 'zod'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { ANSWER_KINDS, SENTIMENT_LABELS } from '../../definitions/vocabulary.ts'
import { canonicalUrl, domainOf } from '../../extraction/document/citations/canonical-url.ts'
import { hostOf } from '../../extraction/document/citations/owners.ts'
import { locationSchema } from '../prompts/question.ts'
import { ABSENCES } from './absence.ts'
import { resultDefinition } from './definition.ts'
import { ANSWER_FINDINGS } from './findings.ts'

/** A text in a filter. PostgreSQL rejects texts with NUL characters. */
export const filterTextSchema = z
  .string('must be a text')
  .refine((text) => !text.includes('\0'), 'must not contain a NUL character')

/** Filters shared by results and trends. */
export const filterFields = {
  provider: filterTextSchema.optional().describe('Provider ID or alias.'),
  location: locationSchema
    .optional()
    .describe('Location of the question as it was requested, such as `US` or `fr-CH`.'),
  tag: filterTextSchema.optional().describe('Name of a prompt tag (case-insensitive).'),
  searched: z
    .boolean('must be true or false')
    .optional()
    .describe('Only answers with a web search (`true`) or without one (`false`).'),
}

/** Maximum length of a search text. */
const MAX_SEARCH_LENGTH = 200

/** A search text without surrounding white space. Searches are case-insensitive. */
export const searchSchema = filterTextSchema
  .trim()
  .min(1, 'must not be empty')
  .max(MAX_SEARCH_LENGTH, `must be at most ${MAX_SEARCH_LENGTH} characters`)

/**
 * A site in a filter, given as a host name or domain. It is reduced to its registrable domain, like the domains of
 * citations.
 */
export const domainSchema = filterTextSchema.transform((text, context) => {
  const host = hostOf(text)
  if (host.includes('.')) return domainOf(host)
  context.addIssue({ code: 'custom', message: 'must be a domain, such as example.com' })
  return z.NEVER
})

/** A page in a filter, normalized to the canonical URL form of citations. */
const urlSchema = filterTextSchema.transform((text, context) => {
  const canonical = canonicalUrl(text)
  if (canonical) return canonical.url
  context.addIssue({ code: 'custom', message: 'must be an absolute URL that starts with http' })
  return z.NEVER
})

/** Filters for the results of a run or an async analysis. */
export const resultsFilterSchema = z.strictObject({
  ...filterFields,
  prompt: filterTextSchema.optional(),
  promptId: filterTextSchema.optional(),
  status: resultDefinition.shape.status.optional(),
  entityId: filterTextSchema.optional(),
  mentioned: z.boolean().optional(),
  recommended: z.boolean().optional(),
  sentiment: z.enum(valuesOf(SENTIMENT_LABELS)).optional(),
  persona: filterTextSchema.optional(),
  placed: z
    .boolean('must be true or false')
    .refine((placed) => placed, 'must be true')
    .optional(),
  answerKind: z.enum(valuesOf(ANSWER_KINDS)).optional(),
  absence: z.enum(valuesOf(ABSENCES)).optional(),
  citedDomain: domainSchema.optional(),
  citedUrl: urlSchema.optional(),
  retrievedDomain: domainSchema.optional(),
  retrievedUrl: urlSchema.optional(),
  q: searchSchema.optional(),
  finding: z.enum(valuesOf(ANSWER_FINDINGS)).optional(),
  competitorId: filterTextSchema.optional(),
})

/**
 * A filter on results; a result must match every given condition. `mentioned`, `recommended`, `sentiment`, `absence` and
 * `placed` (a card shows it) apply to the brand, or to the competitor in `entityId`. `entityId` without any of them matches answers that name this
 * entity. All conditions on the content of answers exclude results without an answer. `finding` always
 * applies to the brand, and `competitorId` matches answers that name this competitor.
 */
export type ResultsFilter = z.input<typeof resultsFilterSchema>

/** A validated filter. */
export type CheckedFilter = z.output<typeof resultsFilterSchema>

/** Returns whether a filter has any condition. */
export function isFiltered(filter: ResultsFilter): boolean {
  return Object.values(filter).some((condition) => condition !== undefined)
}
