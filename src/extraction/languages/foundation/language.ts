import type { Theme } from '../../../definitions/vocabulary.ts'

/**
 * Meaning of a word or phrase near a name.
 *
 * Opinions:
 * - `praise`: a merit ("reliable", "easy to use")
 * - `fault`: a fault or a warning ("slow", "lacks")
 * - `contrast`: announces an opinion of the opposite kind ("but", "however")
 * - `negation`: reverses the following opinion ("not", "without")
 * - `better`, `worse`: rank one above or below another ("better than", "trails")
 *
 * Suggestions:
 * - `first`: the answer's single choice ("the best overall", "my pick", "the winner")
 * - `recommend`: a recommendation with a reason ("best for", "ideal for", "go with", "a great choice")
 * - `suggest`: one of several options in passing ("such as", "consider", "options include", "also worth a look")
 * - `discourage`: advice against ("avoid", "not recommended", "skip")
 *
 * Headings and introductions:
 * - `choices`: introduces a list of answers to the question ("best", "top", "options", "alternatives")
 * - `merits` ("pros", "advantages") and `faults` ("cons", "drawbacks")
 * - `verdict`: "bottom line", "my recommendation", "conclusion"
 * - `other`: introduces anything else ("sources", "how to choose", "steps", "what to look for", "FAQ")
 *
 * Not an opinion:
 * - `step`: an instruction in a guide ("click", "open the app")
 * - `fact`: a plain statement about a company or thing ("was founded", "is owned by", "is a company")
 * - `source`: the origin of a statement ("according to", "source:")
 * - `shop`: a place or price of sale ("available at", "sold by", "price")
 * - `partner`: what a product works with ("integrates with", "import from", "compatible with")
 */
export type CueKind = (typeof CUE_KINDS)[number]

/** All kinds of cues in the order of their feature indices, which the trained models depend on. */
export const CUE_KINDS = [
  'praise',
  'fault',
  'negation',
  'contrast',
  'better',
  'worse',
  'first',
  'recommend',
  'suggest',
  'discourage',
  'choices',
  'merits',
  'faults',
  'verdict',
  'other',
  'step',
  'fact',
  'source',
  'shop',
  'partner',
] as const

/** Word lists that describe the grammar of a language. All words are in lower case. */
interface Grammar {
  /** Most common function words, which identify the language. Empty if the script identifies it. */
  functionWords: readonly string[]
  /** Abbreviations that do not end a sentence, without their last period. */
  abbreviations: readonly string[]
  /** Abbreviations after which a capital is not the start of a sentence, but a name. Not used for English. */
  abbreviationsBeforeNames: readonly string[]
  /** Articles. A capitalized word after one of them is a noun of this language. Not used for English. */
  articles: readonly string[]
  indefiniteArticles: readonly string[]
  /** Words that join two names: "and", "or". Not used for English. */
  conjunctions: readonly string[]
  /** Prepositions between a company and its place: "Cocio fra Esbjerg". */
  originPrepositions: readonly string[]
  /** Verbs that follow the name of a company or product. Not used for English. */
  verbsAfterNames: readonly string[]
  /** Function words that are not English words. */
  notEnglish: readonly string[]
}

/**
 * Words of sentences that say that something is unknown or not an option. The lists of all languages are used together:
 * a denial needs words from several lists, and texts in one language do not combine words of other languages by chance.
 */
interface DenialWords {
  /** First-person pronouns and verbs, which show that the writer means their own knowledge. */
  firstPerson: readonly string[]
  /** Nouns for knowledge that a denial says is missing: "no information". */
  knowledge: readonly string[]
  /** Verbs for searching: "could not find". */
  search: readonly string[]
  /** Words for being familiar with something: "not familiar with". */
  acquaintance: readonly string[]
  /** Adjectives that negate a following verb: "unable to find". */
  unable: readonly string[]
  /** Adjectives for missing knowledge: "unaware of". */
  unaware: readonly string[]
  /** Words that can occur between a denial and its name. */
  filler: readonly string[]
  /** Adjectives that limit the denial to some knowledge: "no recent information about Acme" does not deny the brand. */
  limits: readonly string[]
  /** Adjectives for being known: "not a recognized brand". */
  recognized: readonly string[]
  /** Verbs for existing: "does not exist". */
  exists: readonly string[]
  /** Nouns for the kind of thing that a name refers to: "no company called Acme". */
  kinds: readonly string[]
  /** Words in guesses and questions after a denial: "it is possible that Acme is new". */
  hedges: readonly string[]
  /** Negative determiners, which negate the following noun for any subject: "no". */
  none: readonly string[]
  /** Other negations. English negations are in the opinion lexicon. */
  not: readonly string[]
  /** Words next to the name in an announced topic: "About Acme, …", "Was Acme angeht, …", "You asked about Acme". */
  topics: readonly string[]
  /** Verbs for what a writer without knowledge cannot do: judge, say, assess. */
  judging: readonly string[]
  /** Verbs that say that knowledge is missing. */
  missing: readonly string[]
  /** Words for nothing. They are not knowledge by themselves. */
  nothing: readonly string[]
  /** Words for "too" and for "little" in "too little". */
  too: readonly string[]
  little: readonly string[]
  /** Words for the sources of an answer, which may also lack information. */
  sources: readonly string[]
  /** Regular expressions for "not an option" at the end of a clause, or before one of the words in `afterOption`. */
  notAnOption: readonly string[]
  /** Regular expressions for "is ruled out" anywhere in a sentence. */
  ruledOut: readonly string[]
  afterOption: readonly string[]
  /** "No" as the answer to a question. */
  no: readonly string[]
  /** Beginnings of words for "possible" and "supported". */
  possible: readonly string[]
}

/**
 * Words about a theme. `praise` and `fault` are opinions by themselves ("affordable", "hard to use"). `topic` names the
 * aspect; an opinion next to it applies to it ("great" in "great sound").
 */
export type ThemeWords = Record<'praise' | 'fault' | 'topic', readonly string[]>

/** Words about all themes. `ignored` are phrases with such a word that are not about a theme: "feel free". */
export type Themes = Record<Theme, ThemeWords> & { ignored: readonly string[] }

/**
 * A supported language. The entries of `cues` and `themes` are words or phrases in lower case, with straight apostrophes. An
 * asterisk at the end stands for any letters that complete the word ("zuverlässig*" also matches "zuverlässiger"). An
 * asterisk at the start stands for any preceding letters ("*freundlich"). In a language without spaces between words, an
 * entry matches anywhere.
 */
export interface Language {
  /** Primary language subtag (BCP 47), such as "de". */
  code: string
  /** English name, such as "German". */
  name: string
  cues: Record<CueKind, readonly string[]>
  themes: Themes
  grammar: Grammar
  denials: DenialWords
}
