import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Span } from '../../src/extraction/foundation/observation.ts'
import { canonicalText } from '../../src/extraction/text/canonical-text.ts'
import { DATA } from './sets.ts'

/** A name in a labeled answer. */
export interface LabelledName {
  name: string
  aliases: string[]
  /** Whether the answer recommends or discourages the name, rather than only mentioning it. */
  weighed: boolean
}

/** An answer with labels for its first twelve names. Its text is canonical. Offsets are UTF-16 code units. */
export interface NamedAnswer {
  set: string
  prompt: string
  text: string
  names: LabelledName[]
  /** Occurrences of the names and their aliases in ascending order. They can overlap. */
  spans: Span[]
  /** Names that start after this offset can be unlabeled. */
  labelledTo: number
}

interface Row {
  set?: string
  lang: string
  prompt: string
  text: string
  entities: { name: string; aliases?: string[]; named: boolean; strength?: string | null }[]
}

const MAX_LABELED = 12
const FILES = ['dev', 'languages-dev', 'critical-dev']
const LETTER = /[\p{sc=Latin}\p{N}]/u

/**
 * Finds all occurrences of a name as a whole word. Table cells can be adjacent without a space, as in `AsanaTrello`.
 */
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
    .flatMap(({ name, aliases }) => [name, ...aliases].flatMap((spelling) => placesOf(text, spelling)))
    .sort((a, b) => a.start - b.start || b.end - a.end)
  const last = Math.max(0, ...names.map(({ name }) => placesOf(text, name)[0]?.start ?? 0))
  const set = row.set ?? `${file.replace('-dev', '')} ${row.lang}`
  return {
    set,
    prompt: `${set} ${row.prompt}`,
    text,
    names,
    spans,
    labelledTo: named.length < MAX_LABELED ? text.length : last,
  }
}

/** Reads labeled answers from a JSON Lines file. Answers without a set are grouped into one set per language. */
export function readNamedAnswersOf(path: string): NamedAnswer[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map((line) => readAnswer(JSON.parse(line), basename(path, '.jsonl')))
}

/** Reads all labeled answers; null if the files do not exist. */
export function readNamedAnswers(): NamedAnswer[] | null {
  const paths = FILES.map((file) => `${DATA}/ai_answers_labelled/${file}.jsonl`)
  return paths.every((path) => existsSync(path)) ? paths.flatMap(readNamedAnswersOf) : null
}
