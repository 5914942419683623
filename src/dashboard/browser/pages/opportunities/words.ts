import { count, number, percent, points } from '../../formatting/format.ts'
import type { OpportunityNode } from './documents.ts'

/** Labels of the kinds in the filter. */
export const KIND_LABELS = {
  MISSING_PROMPT: 'prompts',
  SOURCE_TO_WIN: 'sources',
  PROVIDER_GAP: 'providers',
  LOCATION_GAP: 'locations',
} as const satisfies Record<OpportunityNode['kind'], string>

type Named = Pick<OpportunityNode, 'kind' | 'subject' | 'evidence'>

/** Returns what to do, as the title of an opportunity. `label` is the name of a provider or location. */
export function titleOf({ kind, subject }: Pick<Named, 'kind' | 'subject'>, label = subject): string {
  switch (kind) {
    case 'MISSING_PROMPT':
      return `Be named for “${subject}”`
    case 'SOURCE_TO_WIN':
      return `Get mentioned on ${subject}`
    case 'PROVIDER_GAP':
      return `Catch up on ${label}`
    case 'LOCATION_GAP':
      return `Catch up in ${label}`
  }
}

/** Returns what the answers show, in a sentence. */
export function evidenceOf({ kind, evidence }: Named, brand: string): string {
  const { answers, omitting, promptCount, mentionRate, difference, low, high } = evidence
  switch (kind) {
    case 'MISSING_PROMPT':
      return `${number(omitting)} of ${count(answers, 'answer')} to this prompt name competitors and not ${brand}.`
    case 'SOURCE_TO_WIN':
      return `${number(omitting)} of ${count(answers, 'answer')} that cite this site and name a tracked brand leave ${brand} out, in answers to ${count(promptCount, 'prompt')}.`
    case 'PROVIDER_GAP':
    case 'LOCATION_GAP':
      return `${brand} is named in ${percent(mentionRate.value)} of ${count(answers, 'answer')} here: ${points(difference)} points (${points(low)} to ${points(high)}) compared with the other answers to the same prompts.`
  }
}

/** Returns on how many of the cited pages the brand is missing, in a sentence; null if no page was read. */
export function pagesOf({
  evidence: { pagesRead, pagesWithoutBrand },
}: Pick<OpportunityNode, 'evidence'>): string | null {
  if (pagesRead === 0) return null
  const read = pagesRead === 1 ? 'the page that was read' : `the ${number(pagesRead)} pages that were read`
  if (pagesWithoutBrand === 0) return `You are mentioned on ${read}.`
  const missing = pagesRead === 1 ? '' : `${number(pagesWithoutBrand)} of `
  return `You are not mentioned on ${missing}${read}.`
}

type Page = OpportunityNode['evidence']['pages'][number]

/** Returns what a cited page says, in a few words; null if it was not fetched. */
export function checkOf({ check, competitors }: Pick<Page, 'check' | 'competitors'>): string | null {
  switch (check) {
    case 'NAMES_BRAND':
      return 'names you'
    case 'OMITS_BRAND':
      return competitors.length > 0 ? `does not name you, but ${competitors.join(', ')}` : 'does not name you'
    case 'NOT_READ':
      return 'could not be read'
    case null:
      return null
  }
}

/** Returns how many answers can gain a mention, in a sentence. */
export function gainOf({
  atMost,
  expected,
  runAnswers,
}: Pick<OpportunityNode, 'atMost' | 'expected' | 'runAnswers'>): string {
  const most = `at most ${number(atMost)} of the ${count(runAnswers, 'answer')} of a run`
  if (expected === 0) return `Can gain ${most}. No gain is certain.`
  return `About ${count(expected, 'more answer')} with your brand, ${most}.`
}

/** Returns which sites the answers cite, in a sentence; empty without sites. */
export function sitesOf({ kind, evidence: { sites, omitting } }: Named): string {
  const [first, ...others] = sites
  if (kind === 'SOURCE_TO_WIN' || !first) return ''
  const more = others.map(({ domain, answers }) => `${domain} (${number(answers)})`).join(', ')
  return `${first.domain} is cited in ${number(first.answers)} of the ${count(omitting, 'answer')} without you${more && `, followed by ${more}`}.`
}
