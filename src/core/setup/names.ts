import { canonicalKey } from '../text.ts'
import type { Page } from './page.ts'

const LEGAL_FORMS = [
  /(?:,\s*|\s+)(?:inc|incorporated|llc|l\.l\.c|ltd|limited|corp|corporation|gmbh|plc|pty ltd|b\.v|s\.r\.l|s\.a\.s)\.?$/i,
  // These are words or initials unless written in capitals.
  /(?:,\s*|\s+)(?:AG|SE|SA|AB|OY|BV|SRL)$/,
]
const MOST_WORDS = 5
const LONGEST = 60

/** A name without what only a register needs: `Acme, Inc.` is Acme. The name itself when nothing is left. */
export function withoutLegalForm(name: string): string {
  const short = LEGAL_FORMS.reduce((text, form) => text.replace(form, ''), name.trim())
  return short === '' ? name.trim() : short
}

/**
 * The brand's name as its site writes it, most reliable place first; null where the page names none. A title counts only
 * where a part of it is the name of the site's address, or the one the project has.
 */
export function brandNameOf(page: Page, known: { name: string; siteLabel: string | null }): string | null {
  const { structured, siteName } = page
  const [first] = [...structured.names, ...(siteName ? [siteName] : []), ...titleNames(page, known)]
    .map(withoutLegalForm)
    .filter(canBeName)
  return first ?? null
}

/** Other names the page gives the brand, each once, none of those given. */
export function otherNamesOf(page: Page, apartFrom: readonly string[]): string[] {
  const { structured, siteName } = page
  const all = [...structured.otherNames, ...structured.names, ...(siteName ? [siteName] : [])]
  return distinctNames(all.filter(canBeName), apartFrom).slice(0, 5)
}

/** Names in their first spelling, each once, none of those to be left out. */
export function distinctNames(names: readonly string[], apartFrom: readonly string[] = []): string[] {
  const seen = new Set(apartFrom.map(canonicalKey))
  return names.filter((name) => {
    const key = canonicalKey(name)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** The parts of a title between its separators. */
export function titleParts(title: string): string[] {
  return title
    .split(/\s[-–—|·•:»]\s|:\s/u)
    .map((part) => part.trim())
    .filter(Boolean)
}

/** A name reduced to its letters and digits, as an address writes it. */
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
  return name.length <= LONGEST && name.split(' ').length <= MOST_WORDS && letters(name) !== ''
}
