import type { NameContext } from './context.ts'
import {
  beginsCoordination,
  beginsLongerName,
  beginsObject,
  coordinatedWords,
  endsLongerName,
  endsNounPhrase,
  hasPossessive,
  inTitleCase,
  isCapitalized,
  isContentWord,
  isThing,
} from './grammar.ts'
import { topicOf } from './semantic-fields.ts'
import { WORDS } from './words.ts'

/** Evidence that a word in a given context is the brand (positive weight) or the ordinary word (negative weight). */
export interface BrandCue {
  name: string
  weight: number
  holds: (context: NameContext) => boolean
}

/** Cues close to the word. They describe English usage in general, never a particular name. */
export const NEAR_CUES: readonly BrandCue[] = [
  // A social media handle or ticker symbol.
  { name: 'handle', weight: 4, holds: (c) => c.before[0] === '@' || c.before[0] === '$' },
  { name: 'hashtag', weight: 0.5, holds: (c) => c.tagged },
  // Companies have possessives, but so do seasons and body parts. Therefore the weight is moderate.
  { name: 'possessive', weight: 1.2, holds: hasPossessive },
  { name: 'legal form', weight: 2, holds: (c) => WORDS.legalForms.has(c.after[0] ?? '') },
  { name: 'trade noun', weight: 1.2, holds: (c) => topicOf(c.after[0] ?? '')?.trade === true },
  { name: 'business verb', weight: 1.8, holds: (c) => WORDS.businessVerbs.has(c.after[0] ?? '') },
  { name: 'auxiliary', weight: 0.3, holds: (c) => WORDS.auxiliaries.has(c.after[0] ?? '') },
  {
    name: 'made by',
    weight: 2.5,
    holds: (c) => c.before[0] === 'by' && WORDS.passiveVerbs.has(c.before[1] ?? ''),
  },
  { name: 'by', weight: 1, holds: (c) => c.before[0] === 'by' },
  { name: 'at', weight: 1, holds: (c) => c.before[0] === 'at' },
  { name: 'from', weight: 0.5, holds: (c) => c.before[0] === 'from' || c.before[0] === 'for' },
  { name: 'joined', weight: 1.5, holds: (c) => WORDS.companyContext.has(c.before[0] ?? '') },
  // Common nouns follow articles, possessives, numbers and adjectives.
  {
    name: 'article',
    weight: -2.5,
    holds: (c) => WORDS.articles.has(c.before[0] ?? '') && !isContentWord(c.after[0]),
  },
  {
    name: 'article of another',
    weight: -0.5,
    holds: (c) => WORDS.articles.has(c.before[0] ?? '') && isContentWord(c.after[0]),
  },
  { name: 'definite', weight: -1.5, holds: (c) => c.before[0] === 'the' && !isContentWord(c.after[0]) },
  { name: 'head of a phrase', weight: -1, holds: endsNounPhrase },
  { name: 'owned', weight: -1.5, holds: (c) => WORDS.determiners.has(c.before[0] ?? '') },
  {
    name: 'counted',
    weight: -1.5,
    holds: (c) => WORDS.quantifiers.has(c.before[0] ?? '') || /^\d+$/.test(c.before[0] ?? ''),
  },
  { name: 'described', weight: -1.5, holds: (c) => WORDS.adjectives.has(c.before[0] ?? '') },
  { name: 'described by its field', weight: -1, holds: (c) => isThing(c.before[0]) },
  { name: 'of', weight: -0.5, holds: (c) => c.before[0] === 'of' },
  { name: 'in', weight: -0.5, holds: (c) => c.before[0] === 'in' || c.before[0] === 'into' },
  { name: 'field noun', weight: -1.2, holds: (c) => isThing(c.after[0]) },
  {
    name: 'joined by a hyphen',
    weight: -1,
    holds: (c) => c.after[0] === '-' && topicOf(c.after[1] ?? '')?.trade !== true,
  },
  { name: 'ends a compound', weight: -1.5, holds: (c) => c.before[0] === '-' },
  // Coordinated words are of the same kind.
  {
    name: 'coordinated with a company',
    weight: 2,
    holds: (c) => coordinatedWords(c).some((word) => topicOf(word)?.company === true),
  },
  { name: 'coordinated with a thing', weight: -1.5, holds: (c) => coordinatedWords(c).some(isThing) },
]

/** Additional cues for a word with a capital that its position does not explain. */
export const CAPITAL_CUES: readonly BrandCue[] = [
  // River Forest, Manchester United: the word is part of another name. A maker before its product does not count.
  { name: 'ends a longer name', weight: -1.5, holds: endsLongerName },
  {
    name: 'ends a longer name, in an informal post',
    weight: -1,
    holds: (c) => c.casing === 'informal' && endsLongerName(c),
  },
  // United Kingdom, Orange County.
  {
    name: 'begins a place',
    weight: -2.5,
    holds: (c) => isCapitalized(c.next) && topicOf(c.after[0] ?? '')?.field === 'place',
  },
  // The Amazon river.
  {
    name: 'definite, of a thing',
    weight: -2,
    holds: (c) => c.before[0] === 'the' && isThing(c.after[0]),
  },
  { name: 'in a headline', weight: -1, holds: inTitleCase },
  {
    name: 'in capitals',
    weight: -1,
    holds: (c) => c.written === c.written.toUpperCase() && c.written.length > 3,
  },
]

/** Additional cues at a position where any word would have a capital. */
export const EXPECTED_CUES: readonly BrandCue[] = [
  // Apple Watch Ultra among lower-case words: a sentence start explains only one capital, so more capitals mean a name.
  { name: 'begins a longer name', weight: 3.2, holds: beginsLongerName },
  { name: 'begins a coordination', weight: 4, holds: beginsCoordination },
  // A singular noun without an article before a modal verb is nearly always a name.
  { name: 'before a modal verb', weight: 2.2, holds: (c) => WORDS.modals.has(c.after[0] ?? '') },
  {
    name: 'before a verb and its object',
    weight: 3.2,
    holds: (c) =>
      isContentWord(c.after[0]) &&
      c.after[0] !== 'all' &&
      !/ing$/.test(c.after[0] ?? '') &&
      beginsObject(c.after[1] ?? ''),
  },
  { name: 'front page', weight: 3.2, holds: (c) => c.after[0] === 'front' && c.after[1] === 'page' },
  // British English uses plural verbs with companies and clubs.
  {
    name: 'singular with a plural verb',
    weight: 2.5,
    holds: (c) => /^(?:are|were|have)$/.test(c.after[0] ?? '') && !c.written.toLowerCase().endsWith('s'),
  },
]
