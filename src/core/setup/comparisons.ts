import { distinctNames, letters, withoutLegalForm } from './names.ts'
import type { Page } from './page.ts'

const MOST = 10
/** One to three capitalised words; the second and third may be numbers. */
const NAME = String.raw`\p{Lu}[\p{L}\p{N}.&+'’-]{0,30}(?: [\p{Lu}\p{N}][\p{L}\p{N}.&+'’-]{0,30}){0,2}`
const LIST = String.raw`(${NAME}(?:(?:, | and | or |, and |, or | \/ )${NAME}){0,9})`
const COMPARISONS = [
  `(?:[Aa]lternatives?|ALTERNATIVES?) to ${LIST}`,
  `(?:[Cc]ompared?|COMPARED?) (?:to|with) ${LIST}`,
  `(?:[Ss]witch|[Mm]igrat)(?:e|es|ing|ed)? (?:over )?from ${LIST}`,
  `[Bb]etter than ${LIST}`,
  `[Cc]ompetitors (?:like|such as) ${LIST}`,
  String.raw`(${NAME}) [Aa]lternatives?\b`,
  String.raw`(${NAME}) (?:[Vv][Ss]\.?|[Vv]ersus) ${NAME}`,
  String.raw`${NAME} (?:[Vv][Ss]\.?|[Vv]ersus) (${NAME})`,
].map((pattern) => new RegExp(pattern, 'gu'))
const NO_NAMES = new Set(
  `a affordable all an and another any best better cheap cheaper compare compared comparing competitor competitors compete
   email excel free good great how i is it legacy manual many modern more my no old open other others our paid paper
   perfect popular powerful real see self-hosted simple some source spreadsheet spreadsheets the their these this those
   today top traditional try two us we what which why your you`.split(/\s+/),
)

/**
 * Brands the page sets beside its own: in comparisons ("alternative to X", "X vs Y") and in JSON-LD. Only what is written
 * there, each once, none of the brand's own names.
 */
export function comparedBrands(
  { title, description, lines, structured }: Page,
  own: readonly string[],
): string[] {
  const texts = [title ?? '', description ?? '', ...lines]
  const written = texts.flatMap((text) =>
    COMPARISONS.flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, names = '']) => namesIn(names))),
  )
  const ownLetters = own.map(letters).filter(Boolean)
  const others = [...structured.mentioned, ...written]
    .map(withoutLegalForm)
    .filter((name) => name.length > 1 && !ownLetters.some((mine) => letters(name).includes(mine)))
  return distinctNames(others).slice(0, MOST)
}

function namesIn(list: string): string[] {
  return list.split(/, and | and |, or | or |, | \/ /u).map(withoutCommonWords)
}

/** What is left of `Why Trello.` is Trello. */
function withoutCommonWords(name: string): string {
  const words = name.replace(/[.'’-]+$/u, '').split(' ')
  while (words[0] !== undefined && NO_NAMES.has(words[0].toLowerCase())) words.shift()
  while (words.length > 0 && NO_NAMES.has(words.at(-1)?.toLowerCase() ?? '')) words.pop()
  return words.join(' ')
}
