import { distinctNames } from '../foundation/text.ts'
import { letters, withoutLegalForm } from './names.ts'
import type { Page } from './page.ts'

const MAXIMUM_BRANDS = 10
/** One to three capitalized words. The second and third may be numbers. */
const NAME = String.raw`\p{Lu}[\p{L}\p{N}.&+'’-]{0,30}(?: [\p{Lu}\p{N}][\p{L}\p{N}.&+'’-]{0,30}){0,2}`
const LIST = String.raw`(${NAME}(?:(?:, | and | or |, and |, or | \/ )${NAME}){0,9})`
const COMPARISON_PATTERNS = [
  `(?:[Aa]lternatives?|ALTERNATIVES?) to ${LIST}`,
  `(?:[Cc]ompared?|COMPARED?) (?:to|with) ${LIST}`,
  `(?:[Ss]witch|[Mm]igrat)(?:e|es|ing|ed)? (?:over )?from ${LIST}`,
  `[Bb]etter than ${LIST}`,
  `[Cc]ompetitors (?:like|such as) ${LIST}`,
  String.raw`(${NAME}) [Aa]lternatives?\b`,
  String.raw`(${NAME}) (?:[Vv][Ss]\.?|[Vv]ersus) ${NAME}`,
  String.raw`${NAME} (?:[Vv][Ss]\.?|[Vv]ersus) (${NAME})`,
].map((pattern) => new RegExp(pattern, 'gu'))
const COMMON_WORDS = new Set(
  `a affordable all an and another any best better cheap cheaper compare compared comparing competitor competitors compete
   email excel free good great how i is it legacy manual many modern more my no old open other others our paid paper
   perfect popular powerful real see self-hosted simple some source spreadsheet spreadsheets the their these this those
   today top traditional try two us we what which why your you`.split(/\s+/),
)

/**
 * Returns the brands that a page compares its own brand with, in phrases such as "alternative to X" and "X vs Y" and in
 * JSON-LD. At most 10 distinct names, as written on the page.
 * @param ownNames names of the brand itself, which are left out
 */
export function comparedBrands(
  { title, description, lines, structured }: Page,
  ownNames: readonly string[],
): string[] {
  const texts = [title ?? '', description ?? '', ...lines]
  const written = texts.flatMap((text) =>
    COMPARISON_PATTERNS.flatMap((pattern) =>
      [...text.matchAll(pattern)].flatMap(([, names = '']) => namesIn(names)),
    ),
  )
  const ownLetters = ownNames.map(letters).filter(Boolean)
  const comparedNames = [...structured.mentioned, ...written]
    .map(withoutLegalForm)
    .filter((name) => name.length > 1 && !ownLetters.some((ownName) => letters(name).includes(ownName)))
  return distinctNames(comparedNames).slice(0, MAXIMUM_BRANDS)
}

function namesIn(list: string): string[] {
  return list.split(/, and | and |, or | or |, | \/ /u).map(withoutCommonWords)
}

/** Removes common words that start a heading or sentence and are not part of the name: `Trello` for `Why Trello.`. */
function withoutCommonWords(name: string): string {
  const words = name.replace(/[.'’-]+$/u, '').split(' ')
  while (words[0] !== undefined && COMMON_WORDS.has(words[0].toLowerCase())) words.shift()
  while (words.length > 0 && COMMON_WORDS.has(words.at(-1)?.toLowerCase() ?? '')) words.pop()
  return words.join(' ')
}
