import type { NameContext } from './name-context.ts'
import {
  ARTICLES,
  AUXILIARIES,
  BUSINESS_VERBS,
  beginsLongerName,
  beginsRow,
  capital,
  DESCRIBERS,
  endsLongerName,
  headsPhrase,
  inTitleCase,
  isThing,
  JOINING,
  LEGAL_FORMS,
  MAKERS,
  MEASURES,
  MODALS,
  nominal,
  OWNERS,
  peers,
  possessive,
} from './name-grammar.ts'
import { fieldOf } from './word-fields.ts'

/** One sign that a word is the brand (positive) or the ordinary word (negative), and how much it weighs. */
export interface BrandCue {
  name: string
  weight: number
  holds: (context: NameContext) => boolean
}

/** Signs next to the name. Each stands for a habit of English, none for a name. */
export const NEAR_CUES: readonly BrandCue[] = [
  // Addressing or trading something names it.
  { name: 'handle', weight: 4, holds: (c) => c.before[0] === '@' || c.before[0] === '$' },
  { name: 'tag', weight: 0.5, holds: (c) => c.tagged },
  // Companies own things; so do seasons and bodies, hence no more.
  { name: 'possessive', weight: 1.2, holds: possessive },
  { name: 'legal form', weight: 2, holds: (c) => LEGAL_FORMS.has(c.after[0] ?? '') },
  { name: 'trade noun', weight: 1.2, holds: (c) => fieldOf(c.after[0] ?? '')?.trade === true },
  { name: 'acts', weight: 1.8, holds: (c) => BUSINESS_VERBS.has(c.after[0] ?? '') },
  { name: 'auxiliary', weight: 0.3, holds: (c) => AUXILIARIES.has(c.after[0] ?? '') },
  { name: 'made by', weight: 2.5, holds: (c) => c.before[0] === 'by' && MAKERS.has(c.before[1] ?? '') },
  { name: 'by', weight: 1, holds: (c) => c.before[0] === 'by' },
  { name: 'at', weight: 1, holds: (c) => c.before[0] === 'at' },
  { name: 'from', weight: 0.5, holds: (c) => c.before[0] === 'from' || c.before[0] === 'for' },
  { name: 'joined', weight: 1.5, holds: (c) => JOINING.has(c.before[0] ?? '') },
  // A thing that can be counted, owned or described is no name.
  { name: 'article', weight: -2.5, holds: (c) => ARTICLES.has(c.before[0] ?? '') && !nominal(c.after[0]) },
  {
    name: 'article of another',
    weight: -0.5,
    holds: (c) => ARTICLES.has(c.before[0] ?? '') && nominal(c.after[0]),
  },
  { name: 'definite', weight: -1.5, holds: (c) => c.before[0] === 'the' && !nominal(c.after[0]) },
  { name: 'head of a phrase', weight: -1, holds: headsPhrase },
  { name: 'owned', weight: -1.5, holds: (c) => OWNERS.has(c.before[0] ?? '') },
  {
    name: 'counted',
    weight: -1.5,
    holds: (c) => MEASURES.has(c.before[0] ?? '') || /^\d+$/.test(c.before[0] ?? ''),
  },
  { name: 'described', weight: -1.5, holds: (c) => DESCRIBERS.has(c.before[0] ?? '') },
  { name: 'described by its field', weight: -1, holds: (c) => isThing(c.before[0]) },
  { name: 'of', weight: -0.5, holds: (c) => c.before[0] === 'of' },
  { name: 'in', weight: -0.5, holds: (c) => c.before[0] === 'in' || c.before[0] === 'into' },
  { name: 'field noun', weight: -1.2, holds: (c) => isThing(c.after[0]) },
  {
    name: 'joined by a hyphen',
    weight: -1,
    holds: (c) => c.after[0] === '-' && fieldOf(c.after[1] ?? '')?.trade !== true,
  },
  { name: 'ends a compound', weight: -1.5, holds: (c) => c.before[0] === '-' },
  // Rows hold things of one kind.
  {
    name: 'among companies',
    weight: 2,
    holds: (c) => peers(c).some((word) => fieldOf(word)?.company === true),
  },
  { name: 'among things', weight: -1.5, holds: (c) => peers(c).some(isThing) },
]

/** Signs that count where the word has a capital that its place does not explain. */
export const CAPITAL_CUES: readonly BrandCue[] = [
  // River Forest, Manchester United: part of somebody else's longer name. A maker before its product is not that.
  { name: 'ends a longer name', weight: -1.5, holds: endsLongerName },
  {
    name: 'ends a longer name, in haste',
    weight: -1,
    holds: (c) => c.casing === 'hasty' && endsLongerName(c),
  },
  // United Kingdom, Orange County.
  {
    name: 'begins a place',
    weight: -2.5,
    holds: (c) => capital(c.next) && fieldOf(c.after[0] ?? '')?.field === 'place',
  },
  // The Amazon river.
  {
    name: 'definite, of a thing',
    weight: -2,
    holds: (c) => c.before[0] === 'the' && isThing(c.after[0]),
  },
  { name: 'in a headline', weight: -1, holds: inTitleCase },
  {
    name: 'shouted',
    weight: -1,
    holds: (c) => c.written === c.written.toUpperCase() && c.written.length > 3,
  },
]

/** Signs that count where any word would have a capital. */
export const EXPECTED_CUES: readonly BrandCue[] = [
  // Apple Watch Ultra, amid words without capitals: a sentence begins with one capital, a name goes on with more.
  { name: 'begins a longer name', weight: 3.2, holds: beginsLongerName },
  { name: 'begins a row', weight: 4, holds: beginsRow },
  // A bare singular before a modal is rarely anything but a name.
  { name: 'may act', weight: 2.2, holds: (c) => MODALS.has(c.after[0] ?? '') },
  { name: 'front page', weight: 3.2, holds: (c) => c.after[0] === 'front' && c.after[1] === 'page' },
  // British English speaks of companies and clubs in the plural.
  {
    name: 'many in one',
    weight: 2.5,
    holds: (c) => /^(?:are|were|have)$/.test(c.after[0] ?? '') && !c.written.toLowerCase().endsWith('s'),
  },
]
