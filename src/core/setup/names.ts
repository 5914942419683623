import { canonicalKey, distinctNames } from '../text.ts'
import type { Page } from './page.ts'

const LEGAL_FORMS = [
  /(?:,\s*|\s+)(?:inc|incorporated|llc|l\.l\.c|ltd|limited|corp|corporation|gmbh|plc|pty ltd|b\.v|s\.r\.l|s\.a\.s)\.?$/i,
  // In lower case these are ordinary words or parts of names.
  /(?:,\s*|\s+)(?:AG|SE|SA|AB|OY|BV|SRL)$/,
]
/** Longer texts are not taken for names. */
const MAXIMUM_WORDS = 5
const MAXIMUM_CHARACTERS = 60

/** A name without its legal form: `Acme` for `Acme, Inc.`. The name itself when nothing would be left. */
export function withoutLegalForm(name: string): string {
  const short = LEGAL_FORMS.reduce((text, form) => text.replace(form, ''), name.trim())
  return short === '' ? name.trim() : short
}

/**
 * The brand's name as its site writes it, from the most reliable of JSON-LD, `og:site_name` and the title; null where there
 * is none. A part of the title counts only if it is equal, by its letters and digits, to the project's name or to the
 * domain of the site (`siteLabel`, without its suffix).
 */
export function brandNameOf(page: Page, known: { name: string; siteLabel: string | null }): string | null {
  const { structured, siteName } = page
  const [first] = [...structured.names, ...(siteName ? [siteName] : []), ...titleNames(page, known)]
    .map(withoutLegalForm)
    .filter(canBeName)
  return first ?? null
}

/** Other names that the page gives for the brand: at most five, each once, without those of `apartFrom`. */
export function otherNamesOf(page: Page, apartFrom: readonly string[]): string[] {
  const { structured, siteName } = page
  const all = [...structured.otherNames, ...structured.names, ...(siteName ? [siteName] : [])]
  return distinctNames(all.filter(canBeName), apartFrom).slice(0, 5)
}

/** The parts of a title between its separators. */
export function titleParts(title: string): string[] {
  return title
    .split(/\s[-–—|·•:»]\s|:\s/u)
    .map((part) => part.trim())
    .filter(Boolean)
}

/** The letters and digits of a name in lower case, to compare it with a domain. */
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
