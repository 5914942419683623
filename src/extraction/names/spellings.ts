import { isOrdinaryWord } from './common-words.ts'

/** A spelling of a name. */
export interface Spelling {
  text: string
  /** Least number of capitals and numbers with which it counts as the name in a text; 0 where the letters alone are specific. */
  capitals: number
}

const MOST_SPELLINGS = 24
// Longer names are only matched as given.
const LONGEST_NAME = 120
const SHORTEST_JOINED = 5

// Legal forms that texts leave out. Short ones that are also words or model names ("SE", "Co") are not removed.
const LEGAL_FORM =
  /(?<=[\p{L}\p{N}]),? (?:inc|ltd|llc|gmbh|plc|corp|ltda|a\/s|aps|oyj|ag|b\.?v|s\.a|pty ltd)\.?$/iu
const TRANSLITERATIONS: Record<string, string> = { ö: 'oe', ø: 'oe', ü: 'ue', ä: 'ae', å: 'aa' }

/** Number of capitals and numbers in a text, by which "CocaCola" and "TMobile" are told from words. */
export function countCapitals(written: string): number {
  return written.match(/\p{Lu}|(?<!\p{N})\p{N}/gu)?.length ?? 0
}

function capitalWords(words: string): number {
  return words.split(/[\s-]+/).filter((word) => countCapitals(word) > 0).length
}

/** Spellings that leave nothing of the name out. */
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
    // "A and B" may be any two things; two longer words seldom stand together by chance.
    if (first.length > 2 && last.length > 2) forms.push(`${first} and ${last}`)
  }
  // A number is part of the name with or without a space or hyphen before it.
  forms.push(name.replace(/(?<=\p{L})[ -](?=\d)|(?<=\d)-(?=\p{L})/gu, ''))
  if (/ .*\p{L}-\p{L}|\p{L}-\p{L}.* /u.test(name)) forms.push(name.replace(/(?<=\p{L})-(?=\p{L})/gu, ''))
  return forms
}

/** Joined and separated words: "CocaCola", "Click Up", "Fold 7". Only their capitals tell them from other words. */
function joinedAndSeparated(name: string): Spelling[] {
  const joined = name.replace(/(?<=[\p{L}\p{N}])[ -](?=[\p{L}\p{N}])/gu, '')
  const separated = name.replace(
    /(?<=\p{Ll})(?=\p{Lu}\p{Ll})|(?<=\p{L}{2})(?=\d)|(?<=\d)(?=\p{Lu}\p{Ll}{2})/gu,
    ' ',
  )
  const forms = [{ text: separated, capitals: Math.max(1, capitalWords(separated)) }]
  return joined.length < SHORTEST_JOINED ? forms : [{ text: joined, capitals: 2 }, ...forms]
}

/** A product without its maker ("Galaxy Z Fold7"), with its maker as owner ("Tesla's Model Y"), a name without "The". */
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
 * The spellings of a name, the name as given first: with and without punctuation, apostrophes, hyphens and legal form, with "&" for
 * "and" and "oe" for "ö", joined or separated where capitals or numbers show it, and, for a product whose name has a number, without
 * its maker. Each once, at most 24.
 */
export function spellingsOf(name: string): Spelling[] {
  const given = name.trim()
  if (given.length > LONGEST_NAME) return [{ text: given, capitals: 0 }]
  // "Yahoo!" is written without the exclamation mark as often as with it.
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
    .slice(0, MOST_SPELLINGS)
}
