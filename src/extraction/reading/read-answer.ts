import type { CueKind, Language } from '../languages/language.ts'
import { cuesOf } from '../languages/languages.ts'
import { scanCues } from '../languages/scan-cues.ts'
import type { Line, ListBlock, MarkdownDocument } from '../markdown/document.ts'
import type { AnswerKind, Span } from '../observation.ts'
import { readOpinions } from '../opinions/opinions.ts'
import { predict } from '../trees/forest.ts'
import { cueKinds } from './cue-kinds.ts'
import { ANSWER_SIGNS, type AnswerSign, CUE_KINDS, type ReadAnswer } from './document.ts'
import { readKindFeatures } from './kind-features.ts'
import { KINDS } from './labels.ts'
import { type ReadingModel, shippedReadingModel } from './model.ts'
import { readPassages } from './passages.ts'
import { readListFacts } from './rank-candidates.ts'
import { readSections } from './sections.ts'

/** For each line the last one above it that is not blank; −1 without one. */
function linesAbove(lines: readonly Line[]): Int32Array {
  const above = new Int32Array(lines.length)
  let last = -1
  lines.forEach(({ kind }, line) => {
    above[line] = last
    if (kind !== 'blank') last = line
  })
  return above
}

function answerSigns({
  lines,
  kinds,
  sections,
  length,
}: Pick<ReadAnswer, 'lines' | 'kinds' | 'sections' | 'length'>): ReadAnswer['signs'] {
  const counts = new Float64Array(CUE_KINDS.length)
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1
  const share = (kind: CueKind) => ((counts[CUE_KINDS.indexOf(kind)] ?? 0) / Math.max(200, length)) * 1000
  const count = (test: (line: Line) => boolean) => lines.reduce((sum, line) => sum + (test(line) ? 1 : 0), 0)
  const values: Record<AnswerSign, number> = {
    answerLength: length / 1000,
    answerLists: new Set(sections.map(({ list }) => list)).size,
    answerItems: sections.length,
    answerSteps: share('step'),
    answerChoices: share('choices'),
    answerFirst: share('first'),
    answerBetter: share('better') + share('worse'),
    answerRecommend: share('recommend'),
    answerFacts: share('fact'),
    answerRows: count(({ kind }) => kind === 'row'),
    answerHeadings: count(({ kind }) => kind === 'heading'),
    answerOrdered: count(({ kind, ordinal }) => kind === 'item' && ordinal !== null),
  }
  return Float64Array.from(ANSWER_SIGNS.map((sign) => values[sign]))
}

/**
 * Reads an answer once, for `readEntity` and `readKind`. Takes time linear in the text. Without a language there are no cues, and only
 * ranks are of use. `names` are all that were found, tracked or not.
 */
export function readAnswer(
  text: string,
  lower: string,
  document: MarkdownDocument,
  blocks: readonly ListBlock[],
  language: Language | null,
  names: readonly Span[],
): ReadAnswer {
  const { lines } = document
  const cues = language ? scanCues(cuesOf(language), lower) : []
  const sections = readSections(text, blocks)
  const passages = readPassages(text, document, cues)
  const kinds = cueKinds(text, cues)
  const length = passages.reduce((sum, { start, end }) => sum + end - start, 0)
  const above = linesAbove(lines)
  return {
    text,
    lines,
    cues,
    kinds,
    passages,
    opinions: language?.code === 'en' ? readOpinions(lower, passages) : null,
    names,
    sections,
    lists: readListFacts({ text, lines, cues, kinds, sections, above }),
    english: language?.code === 'en',
    length,
    above,
    lastLine: lines.findLastIndex(({ kind }) => kind !== 'blank'),
    signs: answerSigns({ lines, kinds, sections, length }),
  }
}

const logits = new Float64Array(KINDS.length)

/** What the answer does. */
export function readKind(answer: ReadAnswer, model: ReadingModel = shippedReadingModel()): AnswerKind {
  predict(model.kind, readKindFeatures(answer), logits)
  return KINDS[logits.indexOf(Math.max(...logits))] ?? 'other'
}
