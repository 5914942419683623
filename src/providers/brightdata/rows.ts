import { Parser } from 'htmlparser2'
import { ProviderError } from '../../core/provider-port/driver.ts'
import { shownText } from '../parsing/shown-text.ts'

/** A record of a snapshot, as the scraper wrote it. */
export type Row = { readonly [field: string]: unknown }

/** Fields that hold the text of an answer, the best format first. */
const ANSWER_FIELDS = [
  'answer_text_markdown',
  'answer_markdown',
  'response_markdown',
  'markdown',
  'answer_text',
  'answer',
  'response_text',
  'response',
  'output_text',
  'output',
  'text',
  'content',
  'answer_text_raw',
  'exported_markdown',
  'aio_text',
]
/** Fields that hold HTML: first of the answer, then of the whole page. */
const HTML_FIELDS = ['answer_section_html', 'response_html', 'answer_html']
/** Text of a page before the answer, including the question. */
const BEFORE_ANSWER = /^.{0,5000}?\n(?:chatgpt|copilot|gemini|grok|perplexity) said:?\n/is
const HIDDEN = new Set('head script style nav button svg'.split(' '))
/** The response that the page received. If it is neither JSON nor HTML, it is the text of the answer. */
const RAW_FIELD = 'response_raw'
/** Fields that wrap the records in some download formats. */
const WRAPPERS = ['data', 'results', 'result', 'records', 'rows', 'items']
/** Text fields inside an answer or a list element, the best format first. */
const TEXT_FIELDS = ['markdown', 'text', 'content', 'snippet', 'value', 'query']
const BLOCKS = new Set(
  'p div section article br li ul ol table tr pre blockquote h1 h2 h3 h4 h5 h6'.split(' '),
)

/**
 * Parses the records of a downloaded snapshot, which is a JSON list, a single object, or JSON lines.
 * @throws {ProviderError} of kind `drift` if it is not JSON
 */
export function rowsOf(body: string): Row[] {
  return recordsIn(parsedLines(body))
}

function parsedLines(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    const rows = body.split('\n').flatMap((line) => {
      try {
        return [JSON.parse(line)]
      } catch {
        return []
      }
    })
    if (rows.some(isRow)) return rows
    const start = JSON.stringify(body.trimStart().slice(0, 80))
    throw new ProviderError('drift', `the snapshot is not JSON, it starts with ${start}`, { cause })
  }
}

function recordsIn(value: unknown): Row[] {
  if (Array.isArray(value)) return value.flatMap((element) => (isRow(element) ? recordsIn(element) : []))
  if (!isRow(value)) return []
  if (hasAnswerField(value)) return [value]
  const inner = WRAPPERS.map((name) => value[name]).find((wrapped) => typeof wrapped === 'object' && wrapped)
  return inner === undefined ? [value] : recordsIn(inner)
}

/** Returns whether the record has a field for an answer. The field may be empty. */
export function hasAnswerField(row: Row): boolean {
  return [...ANSWER_FIELDS, ...HTML_FIELDS, RAW_FIELD].some((field) => field in row)
}

/**
 * Returns the text of the answer, in Markdown if the scraper provides it, or an empty string. A text that only
 * repeats the prompt is not an answer.
 */
export function answerIn(row: Row): string {
  const prompt = textOf(row.prompt).trim()
  const written = ANSWER_FIELDS.map((field) => shownText(textOf(row[field])))
  const shown = () => HTML_FIELDS.map((field) => shownText(textOfHtml(textOf(row[field]))))
  const isAnswer = (text: string) => text.trim() !== '' && text.trim() !== prompt
  const received = shownText(textOf(row[RAW_FIELD]))
  const others = () => (/^\s*[{[<]/.test(received) ? shown() : [...shown(), received])
  return written.find(isAnswer) ?? others().find(isAnswer) ?? ''
}

/** Returns the first of these fields with a non-empty text, or null. */
export function firstText(row: Row, fields: readonly string[]): string | null {
  return fields.map((field) => textOf(row[field])).find((text) => text.trim() !== '') ?? null
}

/** Returns the texts of a field, which holds strings, objects with a text, or an object with a list of `queries`. */
export function textsIn(value: unknown): string[] {
  if (isRow(value) && Array.isArray(value.queries)) return textsIn(value.queries)
  return (Array.isArray(value) ? value : [value]).map((element) => textOf(element).trim()).filter(Boolean)
}

/** Parses a boolean that may be written as a string. Returns null for anything else. */
export function flagIn(value: unknown): boolean | null {
  const written = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (written === true || written === 'true') return true
  return written === false || written === 'false' ? false : null
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('\n\n')
  return isRow(value) ? (firstText(value, TEXT_FIELDS) ?? '') : ''
}

function textOfHtml(html: string): string {
  let text = ''
  let hidden = 0
  const parser = new Parser({
    onopentag(name) {
      if (HIDDEN.has(name)) hidden += 1
      if (BLOCKS.has(name)) text += '\n'
    },
    ontext(part) {
      if (hidden === 0) text += part.replace(/\s+/g, ' ')
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden -= 1
      if (BLOCKS.has(name)) text += '\n'
    },
  })
  parser.end(html)
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .replace(BEFORE_ANSWER, '')
    .trim()
}
