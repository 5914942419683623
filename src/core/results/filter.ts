import { z } from 'zod'
import { valuesOf } from '../../definitions/enumeration.ts'
import { ANSWER_KINDS, SENTIMENT_LABELS } from '../../definitions/vocabulary.ts'
import { canonicalUrl, domainOf } from '../../extraction/citations/canonical-url.ts'
import { hostOf } from '../../extraction/citations/owners.ts'
import { countrySchema } from '../question.ts'
import { ABSENCES } from './absence.ts'
import { resultDefinition } from './definition.ts'
import { ANSWER_FINDINGS } from './findings.ts'

/** A text of a filter. PostgreSQL refuses texts with NUL. */
export const filterTextSchema = z
  .string('must be a text')
  .refine((text) => !text.includes('\0'), 'must not contain a NUL character')

/** Filters that results and trends have in common. */
export const filterFields = {
  provider: filterTextSchema.optional().describe('A provider id or its alias.'),
  location: countrySchema.optional().describe('ISO 3166-1 alpha-2 code in upper case, such as US.'),
  tag: filterTextSchema.optional().describe('Name of a tag of prompts, in any case.'),
}

/** Characters of the longest text that is searched for. */
const LONGEST_SEARCH = 200

/** A text to search for: without the space around it, in any case of letters. */
export const searchSchema = filterTextSchema
  .trim()
  .min(1, 'must not be empty')
  .max(LONGEST_SEARCH, `must be at most ${LONGEST_SEARCH} characters`)

/** A site in a filter: a host name or a domain, of which the registrable domain counts, as in citations. */
export const domainSchema = filterTextSchema.transform((text, context) => {
  const host = hostOf(text)
  if (host.includes('.')) return domainOf(host)
  context.addIssue({ code: 'custom', message: 'must be a domain, such as example.com' })
  return z.NEVER
})

/** A page in a filter, in the form that citations have. */
const urlSchema = filterTextSchema.transform((text, context) => {
  const canonical = canonicalUrl(text)
  if (canonical) return canonical.url
  context.addIssue({ code: 'custom', message: 'must be an absolute address that begins with http' })
  return z.NEVER
})

/** The filters on the results of a run or an async analysis. */
export const resultsFilterSchema = z.strictObject({
  ...filterFields,
  prompt: filterTextSchema.optional(),
  promptId: filterTextSchema.optional(),
  status: resultDefinition.shape.status.optional(),
  entityId: filterTextSchema.optional(),
  mentioned: z.boolean().optional(),
  recommended: z.boolean().optional(),
  sentiment: z.enum(valuesOf(SENTIMENT_LABELS)).optional(),
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
 * A filter on results; a result must meet every condition given. `mentioned`, `recommended`, `sentiment` and `absence` are about
 * the brand, or the competitor that `entityId` names; alone it means the answers that name it. All conditions on what an answer
 * says exclude results without an answer; `finding` is always about the brand, and `competitorId` a competitor that is named.
 */
export type ResultsFilter = z.input<typeof resultsFilterSchema>

/** A filter that was checked. */
export type CheckedFilter = z.output<typeof resultsFilterSchema>

/** Whether a filter has any condition. */
export function isFiltered(filter: ResultsFilter): boolean {
  return Object.values(filter).some((condition) => condition !== undefined)
}
