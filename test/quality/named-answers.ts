import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Span } from '../../src/extraction/observation.ts'
import { canonicalText } from '../../src/extraction/text/canonical-text.ts'
import { DATA } from './sets.ts'

/** A name of a labelled answer. */
export interface LabelledName {
  name: string
  aliases: string[]
  /** The answer suggests it or advises against it, and does more than name it. */
  weighed: boolean
}

/** An answer whose first twelve names are labelled; its text is canonical. Offsets are UTF-16 code units. */
export interface NamedAnswer {
  set: string
  prompt: string
  text: string
  names: LabelledName[]
  /** Where the names and their aliases are, in ascending order; they may overlap. */
  spans: Span[]
  /** Names that begin behind this offset may be without a label. */
  labelledTo: number
}

interface Row {
  set?: string
  lang: string
  prompt: string
  text: string
  entities: { name: string; aliases?: string[]; named: boolean; strength?: string | null }[]
}

const MOST_LABELLED = 12
const FILES = ['dev', 'languages-dev', 'critical-dev']
const LETTER = /[\p{sc=Latin}\p{N}]/u

/** All places of a name in a text as a whole word; a cell may follow another without a space. */
export function placesOf(text: string, name: string): Span[] {
  const spans: Span[] = []
  for (let start = text.indexOf(name); start >= 0 && name !== ''; start = text.indexOf(name, start + 1)) {
    const end = start + name.length
    const [before, first, last, after] = [start - 1, start, end - 1, end].map((at) => text.charAt(at))
    const begins =
      !LETTER.test(before ?? '') ||
      !LETTER.test(first ?? '') ||
      /[\p{Ll}\d][\p{Lu}\d]/u.test(`${before}${first}`)
    const ends = !LETTER.test(after ?? '') || !LETTER.test(last ?? '') || /[\p{Lu}\d]/u.test(after ?? '')
    if (begins && ends) spans.push({ start, end })
  }
  return spans
}

function readAnswer(row: Row, file: string): NamedAnswer {
  const { text } = canonicalText(row.text)
  const canonical = (name: string) => canonicalText(name).text
  const named = row.entities.filter((entity) => entity.named)
  const names = named.map(({ name, aliases = [], strength }) => ({
    name: canonical(name),
    aliases: aliases.map(canonical),
    weighed: strength != null && strength !== 'mentioned_only',
  }))
  const spans = names
    .flatMap(({ name, aliases }) => [name, ...aliases].flatMap((one) => placesOf(text, one)))
    .sort((one, other) => one.start - other.start || other.end - one.end)
  const last = Math.max(0, ...names.map(({ name }) => placesOf(text, name)[0]?.start ?? 0))
  const set = row.set ?? `${file.replace('-dev', '')} ${row.lang}`
  return {
    set,
    prompt: `${set} ${row.prompt}`,
    text,
    names,
    spans,
    labelledTo: named.length < MOST_LABELLED ? text.length : last,
  }
}

/** The answers of a file (JSON lines), whose every name is labelled. Those without a set are one set for each language. */
export function readNamedAnswersOf(path: string): NamedAnswer[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map((line) => readAnswer(JSON.parse(line), basename(path, '.jsonl')))
}

/** The answers in which every name is labelled; null when they are not there. */
export function readNamedAnswers(): NamedAnswer[] | null {
  const paths = FILES.map((file) => `${DATA}/ai_answers_labelled/${file}.jsonl`)
  return paths.every((path) => existsSync(path)) ? paths.flatMap(readNamedAnswersOf) : null
}
