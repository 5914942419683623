import { Parser } from 'htmlparser2'
import { ProviderError } from '../driver.ts'
import { shownText } from '../reading/shown-text.ts'

/** One record of a snapshot, as the scraper wrote it. */
export type Row = { readonly [field: string]: unknown }

/** Where the scrapers write the text of an answer, the best form first. */
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
/** The answer, then the whole page. */
const HTML_FIELDS = ['answer_section_html', 'response_html', 'answer_html']
/** What a page says before the answer: the question, among else. */
const BEFORE_ANSWER = /^.{0,5000}?\n(?:chatgpt|copilot|gemini|grok|perplexity) said:?\n/is
const HIDDEN = new Set('head script style nav button svg'.split(' '))
/** What the page received; the text of the answer alone where it is no JSON and no HTML. */
const RAW_FIELD = 'response_raw'
/** Around the records in some forms of a download. */
const WRAPPERS = ['data', 'results', 'result', 'records', 'rows', 'items']
/** Fields of an answer or of a list in one, the best form first. */
const TEXT_FIELDS = ['markdown', 'text', 'content', 'snippet', 'value', 'query']
const BLOCKS = new Set(
  'p div section article br li ul ol table tr pre blockquote h1 h2 h3 h4 h5 h6'.split(' '),
)

/**
 * The records of a downloaded snapshot, which is a JSON list, one object, or lines of JSON.
 * @throws {ProviderError} of kind `drift` for what is no JSON
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

/** Whether the record has a place for an answer, which may be empty. */
export function hasAnswerField(row: Row): boolean {
  return [...ANSWER_FIELDS, ...HTML_FIELDS, RAW_FIELD].some((field) => field in row)
}

/** The text of the answer, Markdown where the scraper gives it; empty where there is none. A repeated prompt is no answer. */
export function answerIn(row: Row): string {
  const prompt = textOf(row.prompt).trim()
  const written = ANSWER_FIELDS.map((field) => shownText(textOf(row[field])))
  const shown = () => HTML_FIELDS.map((field) => shownText(textOfHtml(textOf(row[field]))))
  const isAnswer = (text: string) => text.trim() !== '' && text.trim() !== prompt
  const received = shownText(textOf(row[RAW_FIELD]))
  const others = () => (/^\s*[{[<]/.test(received) ? shown() : [...shown(), received])
  return written.find(isAnswer) ?? others().find(isAnswer) ?? ''
}

/** The first of these fields that holds a text; null where none does. */
export function firstText(row: Row, fields: readonly string[]): string | null {
  return fields.map((field) => textOf(row[field])).find((text) => text.trim() !== '') ?? null
}

/** The texts of a field that holds one or several, as texts or as objects with a text or a list of `queries`. */
export function textsIn(value: unknown): string[] {
  if (isRow(value) && Array.isArray(value.queries)) return textsIn(value.queries)
  return (Array.isArray(value) ? value : [value]).map((element) => textOf(element).trim()).filter(Boolean)
}

/** True or false, also written as a text; null for anything else. */
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
