import { canonicalKey, distinctNames } from '../foundation/text.ts'
import type { Page } from './page.ts'

const LEGAL_FORMS = [
  /(?:,\s*|\s+)(?:inc|incorporated|llc|l\.l\.c|ltd|limited|corp|corporation|gmbh|plc|pty ltd|b\.v|s\.r\.l|s\.a\.s)\.?$/i,
  // Case-sensitive, because in lowercase these are ordinary words or parts of names.
  /(?:,\s*|\s+)(?:AG|SE|SA|AB|OY|BV|SRL)$/,
]
/** Longer texts are not considered names. */
const MAXIMUM_WORDS = 5
const MAXIMUM_CHARACTERS = 60

/** Removes the legal form from a name: `Acme` for `Acme, Inc.`. Returns the name itself if nothing would be left. */
export function withoutLegalForm(name: string): string {
  const short = LEGAL_FORMS.reduce((text, form) => text.replace(form, ''), name.trim())
  return short === '' ? name.trim() : short
}

/**
 * Returns the brand's name as its site writes it, or null if it is not found. The most reliable sources come first:
 * JSON-LD, `og:site_name`, and the title. A part of the title counts only if its letters and digits equal the letters
 * and digits of the project's name or of `siteLabel`, the site's domain without its suffix.
 */
export function brandNameOf(page: Page, expected: { name: string; siteLabel: string | null }): string | null {
  const { structured, siteName } = page
  const [first] = [...structured.names, ...(siteName ? [siteName] : []), ...titleNames(page, expected)]
    .map(withoutLegalForm)
    .filter(canBeName)
  return first ?? null
}

/** Returns at most five other names of the brand on the page, without duplicates and without the names in `except`. */
export function otherNamesOf(page: Page, except: readonly string[]): string[] {
  const { structured, siteName } = page
  const all = [...structured.otherNames, ...structured.names, ...(siteName ? [siteName] : [])]
  return distinctNames(all.filter(canBeName), except).slice(0, 5)
}

/** Splits a title at its separators. */
export function titleParts(title: string): string[] {
  return title
    .split(/\s[-–—|·•:»]\s|:\s/u)
    .map((part) => part.trim())
    .filter(Boolean)
}

/** Returns the letters and digits of a name in lowercase, for comparing it with a domain. */
export function letters(name: string): string {
  return canonicalKey(name).replace(/[^\p{L}\p{N}]/gu, '')
}

function titleNames(
  { title }: Page,
  { name, siteLabel }: { name: string; siteLabel: string | null },
): string[] {
  const expected = [letters(name), ...(siteLabel ? [letters(siteLabel)] : [])]
  return titleParts(title ?? '').filter((part) => expected.includes(letters(part)))
}

function canBeName(name: string): boolean {
  return name.length <= MAXIMUM_CHARACTERS && name.split(' ').length <= MAXIMUM_WORDS && letters(name) !== ''
}
