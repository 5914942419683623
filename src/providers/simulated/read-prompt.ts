import { SIMULATED_CATALOGUE, type SimulatedBrand, type SimulatedCategory } from './catalogue.ts'
import { hashText } from './seeded-random.ts'

/** The market and the brands that a prompt is about. */
interface PromptTopics {
  category: SimulatedCategory
  /** The brands in the prompt in order, at most four. */
  named: NamedBrand[]
}

interface NamedBrand {
  name: string
  /** Null for a name outside the catalog. */
  brand: SimulatedBrand | null
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}&'’.+-]*/gu
const MAXIMUM_ENTRY_WORDS = 3
const MAXIMUM_NAMES = 4

/** Words that may be capitalized without being names: first words of questions, places, and common abbreviations. */
const ORDINARY_WORDS = new Set(
  (
    'a about ai also american an and any api apr april are as asia at aug august australia b2b b2c best better british buy by can canada ' +
    'cheap cheapest christmas compare could dec december describe did do does eu europe explain feb february find for france ' +
    "french from gdpr german germany get give good has have help here how i i'd i'm i've if in india is it italy jan january japan july june " +
    'leading list london looking march may me my name need new nov november oct october of on or our please rank recommend recommended review ' +
    'saas sep september should show some spain suggest summarise summarize tell than that the their there they this to today top tv uk ' +
    "united us usa use vs was we were what what's when where which who whose why will with would write you your states kingdom york"
  ).split(' '),
)

const ENTRIES = new Map<string, { category: SimulatedCategory; brand: SimulatedBrand | null }>()
for (const category of SIMULATED_CATALOGUE) {
  for (const keyword of category.keywords) ENTRIES.set(keyword, { category, brand: null })
  for (const brand of category.brands) ENTRIES.set(brand.name.toLowerCase(), { category, brand })
}

/** Words of keywords that say what kind of product it is, but not of which market. */
const PRODUCT_WORDS = new Set(['app', 'machine', 'maker', 'manager', 'management', 'software', 'tool'])

/** The categories whose keywords contain a word, such as `project` of `project management software`. */
const CATEGORIES_OF_WORD = new Map<string, Set<SimulatedCategory>>()
for (const category of SIMULATED_CATALOGUE) {
  for (const word of category.keywords.flatMap((keyword) => keyword.split(' '))) {
    const stem = stemOf(word)
    if (PRODUCT_WORDS.has(stem)) continue
    CATEGORIES_OF_WORD.set(stem, (CATEGORIES_OF_WORD.get(stem) ?? new Set()).add(category))
  }
}

/**
 * Recognizes the market and the names in a prompt. The market follows from a brand in the prompt, otherwise from its
 * keywords, otherwise from single words of keywords, otherwise from its hash. Names are brands of the catalog in any letter case, and other words that look
 * like names.
 */
export function readPrompt(prompt: string): PromptTopics {
  const words = wordsOf(prompt)
  // In a title, all words are capitalized, so capitals do not indicate names.
  const capitalized = words.filter((word) => word.capitalized).length
  const isTitle = words.length >= 4 && capitalized > words.length * 0.6

  const named: NamedBrand[] = []
  let byBrand: SimulatedCategory | null = null
  let byKeyword: SimulatedCategory | null = null
  for (let index = 0; index < words.length; ) {
    const entry = entryAt(words, index)
    if (entry !== null) {
      if (entry.brand === null) byKeyword ??= entry.category
      else {
        byBrand ??= entry.category
        addName(named, { name: entry.brand.name, brand: entry.brand })
      }
      index += entry.length
    } else {
      const length = isTitle ? 0 : nameLengthAt(words, index)
      const name = words.slice(index, index + length).map((word) => word.text)
      if (length > 0) addName(named, { name: name.join(' '), brand: null })
      index += Math.max(1, length)
    }
  }
  return { category: byBrand ?? byKeyword ?? categoryByWords(words) ?? categoryByHash(prompt), named }
}

interface Word {
  text: string
  lower: string
  capitalized: boolean
  /** Whether only a space separates it from the previous word. */
  joined: boolean
}

function wordsOf(prompt: string): Word[] {
  const words: Word[] = []
  let end = -1
  for (const match of prompt.matchAll(WORD)) {
    const text = match[0].replace(/['’]s$|[.'’+-]+$/u, '')
    const first = text.charAt(0)
    words.push({
      text,
      lower: text.toLowerCase(),
      capitalized: first !== first.toLowerCase(),
      joined: match.index === end + 1 && prompt.charAt(end) === ' ',
    })
    end = match.index + text.length
  }
  return words
}

function entryAt(words: Word[], index: number) {
  for (let length = Math.min(MAXIMUM_ENTRY_WORDS, words.length - index); length > 0; length--) {
    let phrase = words[index]?.lower ?? ''
    for (let next = index + 1; next < index + length; next++) phrase += ` ${words[next]?.lower}`
    const entry = ENTRIES.get(phrase)
    if (entry !== undefined) return { ...entry, length }
  }
  return null
}

function nameLengthAt(words: Word[], index: number): number {
  let length = 0
  for (let word = words[index]; word !== undefined; word = words[index + length]) {
    const continues = length === 0 || (word.joined && entryAt(words, index + length) === null)
    if (!word.capitalized || ORDINARY_WORDS.has(word.lower) || !continues) break
    length++
  }
  return length
}

function addName(named: NamedBrand[], candidate: NamedBrand): void {
  const isRepeated = named.some(({ name }) => name === candidate.name)
  if (!isRepeated && named.length < MAXIMUM_NAMES && candidate.name.length <= 40) named.push(candidate)
}

/**
 * Returns the category whose keywords share the most specific words with the prompt. A word counts less the more
 * categories have it.
 */
function categoryByWords(words: readonly Word[]): SimulatedCategory | null {
  const scores = new Map<SimulatedCategory, number>()
  for (const { lower } of words) {
    const categories = CATEGORIES_OF_WORD.get(stemOf(lower)) ?? new Set()
    for (const category of categories) scores.set(category, (scores.get(category) ?? 0) + 1 / categories.size)
  }
  const [best] = [...scores].toSorted(([, a], [, b]) => b - a)
  return best && best[1] >= LEAST_SCORE ? best[0] : null
}

/** A word that two categories share is specific enough. */
const LEAST_SCORE = 0.5

/** Removes the ending of a regular plural. */
function stemOf(word: string): string {
  return word.replace(/(?<=[^s])s$/, '')
}

function categoryByHash(prompt: string): SimulatedCategory {
  return SIMULATED_CATALOGUE[hashText(prompt) % SIMULATED_CATALOGUE.length] as SimulatedCategory
}
