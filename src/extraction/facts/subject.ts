import type { MarkdownDocument } from '../document/document.ts'
import { readRunInHeading } from '../document/run-in-heading.ts'
import type { FoundName } from '../names/mentions.ts'
import { splitSentences } from '../sentences/sentences.ts'
import { PLAN_NAMES } from './plans.ts'
import type { FactSentence } from './sentence.ts'

const BRAND = 0

/** Longer sentences are tables without line breaks, in which a cell belongs to no name. UTF-16 code units. */
const MAX_SENTENCE_LENGTH = 500

/** Input of {@link findFactSentences}: the results of the first stages of an extraction. */
export interface AnalyzedAnswer {
  text: string
  document: MarkdownDocument
  names: readonly FoundName[]
  /** Number of tracked entities. The names of later entities were recognized in the text. */
  trackedCount: number
}

/**
 * Returns the sentences of an answer that may be about the brand. A statement is about the nearest name before it, or
 * else the nearest one after it. A sentence without a name continues the previous one of its paragraph, or describes the
 * brand of its heading or list item.
 */
export function findFactSentences({ text, document, names, trackedCount }: AnalyzedAnswer): FactSentence[] {
  const sentences: FactSentence[] = []
  const isSubject = subjectFilter(text, trackedCount)
  let section: { entity: number; level: number; heading: string; indent: number } | null = null
  let index = 0
  for (const line of document.lines) {
    if (line.kind === 'code' || line.kind === 'divider' || line.kind === 'definition') continue
    if (line.kind === 'blank') continue
    const content = text.slice(line.content, line.end)
    while ((names[index]?.end ?? text.length) <= line.content) index += 1
    const ofLine: FoundName[] = []
    for (let next = index; (names[next]?.start ?? text.length) < line.end; next += 1) {
      const name = names[next]
      if (name && isSubject(name) && !isSourceLabel(text, name, line.end)) ofLine.push(name)
    }
    const runIn = readRunInHeading(text, line.content, line.end)
    const leading = ofLine[0]
    const isTitle = (line.kind === 'item' || content.endsWith(':')) && isShortTitle(content, ofLine.length)
    const opens =
      leading !== undefined &&
      (line.kind === 'heading' || line.bold || (runIn !== null && leading.start < runIn.end) || isTitle)
    if (line.kind === 'heading' && leading === undefined && section !== null && line.level <= section.level)
      section = null
    if (opens && (line.kind === 'heading' || line.bold || isTitle))
      section = {
        entity: leading.entity,
        level: line.kind === 'heading' ? line.level : 7,
        heading: content.toLowerCase(),
        indent: line.indent,
      }
    let previous: number | null = null
    let previousIsProduct = false
    const spans =
      line.kind === 'row'
        ? [{ start: line.content, end: line.end }]
        : splitSentences(text, line.content, line.end)
    for (const { start, end } of spans) {
      if (end - start > MAX_SENTENCE_LENGTH) continue
      const within = ofLine.filter((name) => name.start >= start && name.end <= end)
      const inherited =
        previous ??
        (line.kind === 'text' &&
        !line.bold &&
        opens === false &&
        section?.level === 7 &&
        ofLine.length === 0 &&
        content.length > 160
          ? null
          : (section?.entity ?? null))
      const distinct = new Set(within.map(({ entity }) => entity))
      if (distinct.size === 0 ? inherited === BRAND : distinct.has(BRAND))
        sentences.push({
          ...toSentence(text, { start, end }, within, section?.entity === BRAND ? section.heading : ''),
          ofProduct:
            distinct.size > 0 ? within.some((name) => isPartOfProduct(text, name)) : previousIsProduct,
        })
      if (distinct.size > 0) {
        previous = within[0]?.entity ?? null
        previousIsProduct = within.some((name) => isPartOfProduct(text, name))
      }
    }
  }
  return sentences
}

/** True for the name of a source after the end of a sentence, which answers copied from a web page contain. */
function isSourceLabel(text: string, { start, end }: FoundName, endOfLine: number): boolean {
  return (
    /[.)\]!?…] ?$/.test(text.slice(Math.max(0, start - 2), start)) &&
    /^(?:\+\d+)?\s*$/.test(text.slice(end, endOfLine))
  )
}

/** True for a line that consists of little more than a name. */
function isShortTitle(content: string, names: number): boolean {
  return (
    names === 1 &&
    content.length <= 60 &&
    !/[.!?]$/.test(content) &&
    /^[\W\d]*\p{Lu}[^,;]*:?\W*$/u.test(content) &&
    content.split(' ').length <= 5
  )
}

/** Recognized names after "in" or "on" are places and platforms, and not the subject of a statement. */
function subjectFilter(text: string, trackedCount: number): (name: FoundName) => boolean {
  return ({ entity, start }) => {
    if (entity < trackedCount) return true
    const before = text.slice(Math.max(0, start - 12), start).toLowerCase()
    if (
      /\b(?:founded|established|started|created) by (?:the )?$/.test(
        text.slice(Math.max(0, start - 20), start).toLowerCase(),
      )
    )
      return false
    return (
      !/(?:\b(?:in|on|at|near|across|and|or|ios,?|for)|:\*{0,2}|,) (?:the )?$/.test(before) &&
      !/^-based\b/.test(text.slice(start).replace(/^[\p{L} ]+/u, ''))
    )
  }
}

/** True if the brand's name is only the start of a product's name: "Apple" in "Apple iPhone 16". */
function isPartOfProduct(text: string, { entity, end }: FoundName): boolean {
  const next = /^ ((?:\p{Lu}|i\p{Lu})[\p{L}\d]*|\d+)(?![\p{L}\d.,]*:)/u.exec(text.slice(end, end + 40))?.[1]
  return (
    entity === BRAND && next !== undefined && !PLAN_NAMES.has(next.toLowerCase()) && !NOT_IN_PRODUCT.has(next)
  )
}

const NOT_IN_PRODUCT = new Set(['Inc', 'Ltd', 'GmbH', 'LLC', 'Corp', 'I', 'Is', 'Has', 'For', 'The', 'With'])

function toSentence(
  text: string,
  { start, end }: { start: number; end: number },
  names: readonly FoundName[],
  heading: string,
): Omit<FactSentence, 'ofProduct'> {
  const sentence = text.slice(start, end)
  const relative = names.map((name) => ({
    entity: name.entity,
    start: name.start - start,
    end: name.end - start,
  }))
  const lower = toLower(sentence)
  return {
    start,
    end,
    text: sentence,
    lower,
    heading,
    question: /\?["'”’)*_]*$/.test(sentence.trimEnd()),
    brandNames: relative.filter(({ entity }) => entity === BRAND),
    isAboutBrand: (at) => {
      const before = relative.filter((name) => name.start <= at)
      const last = before.at(-1)
      if (last === undefined) {
        const [next] = relative
        return next === undefined || (next.entity === BRAND && !COMPARED.test(lower.slice(0, next.start)))
      }
      if (last.entity === BRAND) return true
      // "Acme and Gridly both offer": names joined with "and" share the statement.
      const first = before.at(-2)
      return (
        first?.entity === BRAND &&
        /^(?: and| &|, and|,) $/.test(lower.slice(first.end, last.start)) &&
        /^ (?:both|each|all) /.test(lower.slice(last.end))
      )
    },
  }
}

const COMPARED =
  /\b(?:compared (?:to|with)|than|unlike|like|vs\.?|versus|over|alternatives? to|similar to|instead of) (?:the )?$/

/** Lower case without a change of length. */
function toLower(text: string): string {
  const lower = text.toLowerCase()
  return (lower.length === text.length ? lower : text).replaceAll('’', "'")
}
