import { isOrdinaryWord } from './common-words.ts'

/** A way in which a name may be written. */
export interface Spelling {
  text: string
  /** Capitals and figures that must be seen before it is believed; 0 where the letters alone tell. */
  capitals: number
}

const MOST = 24
// Nobody writes a longer name in another way.
const LONGEST = 120
const SHORTEST_JOINED = 5

// Forms of company that are left out in speech. Short ones that are words or models elsewhere ("SE", "Co") stay.
const LEGAL_FORM =
  /(?<=[\p{L}\p{N}]),? (?:inc|ltd|llc|gmbh|plc|corp|ltda|a\/s|aps|oyj|ag|b\.?v|s\.a|pty ltd)\.?$/iu
const TRANSCRIBED: Record<string, string> = { ö: 'oe', ø: 'oe', ü: 'ue', ä: 'ae', å: 'aa' }

/** Capitals and beginnings of figures: what tells "CocaCola" and "TMobile" from a word. */
export function capitalsOf(written: string): number {
  return written.match(/\p{Lu}|(?<!\p{N})\p{N}/gu)?.length ?? 0
}

function capitalWords(words: string): number {
  return words.split(/[\s-]+/).filter((word) => capitalsOf(word) > 0).length
}

/** Forms that leave nothing of the name out. */
function sameName(name: string): string[] {
  const forms = [name.replace(/(?<=\p{L})[.,](?= )/gu, '')]
  if (/['’]/.test(name)) forms.push(name.replace(/['’]/g, ''))
  else if (/\p{L}{3}s$/u.test(name) && !isOrdinaryWord(name)) forms.push(name.replace(/s$/, "'s"))
  if (/[öøüäå]/i.test(name)) {
    forms.push(name.toLowerCase().replace(/[öøüäå]/g, (letter) => TRANSCRIBED[letter] ?? letter))
  }
  if (name.startsWith('ال')) forms.push(`لل${name.slice(2)}`)
  if (/ ?& ?| and /i.test(name)) {
    const [first = '', ...rest] = name.split(/ ?& ?| and /i)
    const last = rest.join(' and ')
    forms.push(`${first} & ${last}`, `${first}&${last}`)
    // "A and B" is any two things; longer words are not together by chance.
    if (first.length > 2 && last.length > 2) forms.push(`${first} and ${last}`)
  }
  // A figure makes the name whether or not a space or hyphen stands before it.
  forms.push(name.replace(/(?<=\p{L})[ -](?=\d)|(?<=\d)-(?=\p{L})/gu, ''))
  if (/ .*\p{L}-\p{L}|\p{L}-\p{L}.* /u.test(name)) forms.push(name.replace(/(?<=\p{L})-(?=\p{L})/gu, ''))
  return forms
}

/** Joined and parted words: "CocaCola", "Click Up", "Fold 7". Only their capitals tell them from other words. */
function joinedAndParted(name: string): Spelling[] {
  const joined = name.replace(/(?<=[\p{L}\p{N}])[ -](?=[\p{L}\p{N}])/gu, '')
  const parted = name.replace(
    /(?<=\p{Ll})(?=\p{Lu}\p{Ll})|(?<=\p{L}{2})(?=\d)|(?<=\d)(?=\p{Lu}\p{Ll}{2})/gu,
    ' ',
  )
  const forms = [{ text: parted, capitals: Math.max(1, capitalWords(parted)) }]
  return joined.length < SHORTEST_JOINED ? forms : [{ text: joined, capitals: 2 }, ...forms]
}

/** A product without its maker ("Galaxy Z Fold7"), a maker's own product ("Tesla's Model Y"), a name without "The". */
function shortened(name: string): Spelling[] {
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
 * The ways in which a name is written, the name as given first: with and without its marks, apostrophes, hyphens and
 * legal form, "&" for "and", "oe" for "ö", joined or parted where capitals or figures show it, and, for a product whose
 * name has a figure in it, without its maker. At most a fixed number, each once.
 */
export function spellingsOf(name: string): Spelling[] {
  const given = name.trim()
  if (given.length > LONGEST) return [{ text: given, capitals: 0 }]
  // "Yahoo!" is written without its mark as often as with it.
  const unmarked = given.replace(/[!?.™®©]{1,3}$/u, '').trim()
  const bare = unmarked.replace(LEGAL_FORM, '')
  const whole = [given, unmarked, bare, ...sameName(bare), ...(bare === unmarked ? [] : sameName(unmarked))]
  const short = shortened(bare)
  const all = [
    ...whole.map((text): Spelling => ({ text, capitals: 0 })),
    ...short,
    ...short.flatMap(({ text, capitals }) => sameName(text).map((form) => ({ text: form, capitals }))),
    ...[bare, ...short.map(({ text }) => text)].flatMap(joinedAndParted),
  ]
  const seen = new Set<string>()
  return all
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text) && !seen.has(text) && seen.add(text))
    .slice(0, MOST)
}
