import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import type { CitedPageOutcome } from '../../generated/prisma/enums.ts'

/** What is known about a cited page. */
export const PAGE_CHECKS = {
  names_brand: 'The page names the brand.',
  omits_brand: 'The page does not name the brand.',
  not_read: 'The page could not be read, or its robots.txt forbids it.',
} as const satisfies Enumeration
export type PageCheck = keyof typeof PAGE_CHECKS

/** Outcomes of reading a page. */
export const CITED_PAGE_OUTCOMES = {
  read: 'The text was searched for names.',
  robots: 'The robots.txt of the site forbids it.',
  not_page: 'It is not an HTML page with text.',
  failed: 'It could not be fetched, or only a part of its text could be read.',
} as const satisfies Enumeration<CitedPageOutcome>
