import { isOrdinaryWord } from './common-words.ts'

export interface Spelling {
  text: string
  /** Minimum number of capitals and numbers for a match in a text; 0 if the letters alone are specific enough. */
  capitals: number
}

const MAX_SPELLINGS = 24
// Longer names are only matched in their given form.
const MAX_NAME_LENGTH = 120
const MIN_JOINED_LENGTH = 5

// Legal forms that texts usually omit. Short ones that are also words or model names ("SE", "Co") are kept.
const LEGAL_FORM =
  /(?<=[\p{L}\p{N}]),? (?:inc|ltd|llc|gmbh|plc|corp|ltda|a\/s|aps|oyj|ag|b\.?v|s\.a|pty ltd)\.?$/iu
const TRANSLITERATIONS: Record<string, string> = { ö: 'oe', ø: 'oe', ü: 'ue', ä: 'ae', å: 'aa' }

/** Counts the capitals and numbers in a text. They distinguish "CocaCola" and "TMobile" from words. */
export function countCapitals(written: string): number {
  return written.match(/\p{Lu}|(?<!\p{N})\p{N}/gu)?.length ?? 0
}

function capitalWords(words: string): number {
  return words.split(/[\s-]+/).filter((word) => countCapitals(word) > 0).length
}

/** Returns spellings that keep all parts of the name. */
function fullSpellings(name: string): string[] {
  const forms = [name.replace(/(?<=\p{L})[.,](?= )/gu, '')]
  if (/['’]/.test(name)) forms.push(name.replace(/['’]/g, ''))
  else if (/\p{L}{3}s$/u.test(name) && !isOrdinaryWord(name)) forms.push(name.replace(/s$/, "'s"))
  if (/[öøüäå]/i.test(name)) {
    forms.push(name.toLowerCase().replace(/[öøüäå]/g, (letter) => TRANSLITERATIONS[letter] ?? letter))
  }
  if (name.startsWith('ال')) forms.push(`لل${name.slice(2)}`)
  if (/ ?& ?| and /i.test(name)) {
    const [first = '', ...rest] = name.split(/ ?& ?| and /i)
    const last = rest.join(' and ')
    forms.push(`${first} & ${last}`, `${first}&${last}`)
    // "A and B" can be any two things. Two longer words rarely occur together by chance.
    if (first.length > 2 && last.length > 2) forms.push(`${first} and ${last}`)
  }
  // A number belongs to the name with or without a space or hyphen before it.
  forms.push(name.replace(/(?<=\p{L})[ -](?=\d)|(?<=\d)-(?=\p{L})/gu, ''))
  if (/ .*\p{L}-\p{L}|\p{L}-\p{L}.* /u.test(name)) forms.push(name.replace(/(?<=\p{L})-(?=\p{L})/gu, ''))
  return forms
}

/**
 * Joins and separates words: "CocaCola", "Click Up", "Fold 7". Only capitals distinguish these spellings from other
 * words.
 */
function joinedAndSeparated(name: string): Spelling[] {
  const joined = name.replace(/(?<=[\p{L}\p{N}])[ -](?=[\p{L}\p{N}])/gu, '')
  const separated = name.replace(
    /(?<=\p{Ll})(?=\p{Lu}\p{Ll})|(?<=\p{L}{2})(?=\d)|(?<=\d)(?=\p{Lu}\p{Ll}{2})/gu,
    ' ',
  )
  const forms = [{ text: separated, capitals: Math.max(1, capitalWords(separated)) }]
  return joined.length < MIN_JOINED_LENGTH ? forms : [{ text: joined, capitals: 2 }, ...forms]
}

/**
 * Returns a product without its maker ("Galaxy Z Fold7"), with a possessive maker ("Tesla's Model Y"), and a name
 * without "The".
 */
function shortenedSpellings(name: string): Spelling[] {
  const [first = '', ...rest] = name.split(/\s+/)
  const text = rest.join(' ')
  const numbered = rest.length > 1 ? /\d/.test(text) : /^(?=.*\p{L})(?=.*\d).{5,}$/u.test(text)
  const forms: Spelling[] = []
  if (/^\p{L}/u.test(text) && first.length > 1 && numbered) {
    forms.push({ text, capitals: Math.max(1, capitalWords(text)) })
  }
  if (rest.length > 1 && /^the$/i.test(first)) forms.push({ text, capitals: Math.max(1, capitalWords(text)) })
  if (first.length > 2 && (numbered || rest.length > 1))
    forms.push({ text: `${first}'s ${text}`, capitals: 0 })
  return forms
}

/**
 * Returns up to 24 distinct spellings of a name; the given name comes first. They vary punctuation, apostrophes,
 * hyphens and the legal form, and replace "and" with "&" and "ö" with "oe". They also join or separate words if
 * capitals or numbers still identify the name. A product with a number in its name is also returned without its maker.
 */
export function spellingsOf(name: string): Spelling[] {
  const given = name.trim()
  if (given.length > MAX_NAME_LENGTH) return [{ text: given, capitals: 0 }]
  // "Yahoo!" is often written without the exclamation mark.
  const withoutMarks = given.replace(/[!?.™®©]{1,3}$/u, '').trim()
  const bare = withoutMarks.replace(LEGAL_FORM, '')
  const whole = [
    given,
    withoutMarks,
    bare,
    ...fullSpellings(bare),
    ...(bare === withoutMarks ? [] : fullSpellings(withoutMarks)),
  ]
  const short = shortenedSpellings(bare)
  const all = [
    ...whole.map((text): Spelling => ({ text, capitals: 0 })),
    ...short,
    ...short.flatMap(({ text, capitals }) => fullSpellings(text).map((form) => ({ text: form, capitals }))),
    ...[bare, ...short.map(({ text }) => text)].flatMap(joinedAndSeparated),
  ]
  const seen = new Set<string>()
  return all
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text) && !seen.has(text) && seen.add(text))
    .slice(0, MAX_SPELLINGS)
}
