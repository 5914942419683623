import type { Line, ListBlock, MarkdownDocument } from '../document/document.ts'
import type { Span } from '../foundation/observation.ts'
import type { CueKind, Language } from '../languages/foundation/language.ts'
import { CUE_KINDS } from '../languages/foundation/language.ts'
import { cuesOf } from '../languages/languages.ts'
import { scanCues } from '../languages/scan-cues.ts'
import { readOpinions } from '../opinions/opinions.ts'
import { type AnswerDocument, DOCUMENT_FEATURES, type DocumentFeature } from './answer-document.ts'
import { cueKinds } from './cue-kinds.ts'
import { splitPassages } from './passages.ts'
import { listStatistics } from './rank-candidates.ts'
import { nestSections } from './sections.ts'

/** Returns, for each line, the last line above it that is not blank, or −1. */
function linesAbove(lines: readonly Line[]): Int32Array {
  const above = new Int32Array(lines.length)
  let last = -1
  lines.forEach(({ kind }, line) => {
    above[line] = last
    if (kind !== 'blank') last = line
  })
  return above
}

function documentFeatures({
  lines,
  kinds,
  sections,
  length,
}: Pick<AnswerDocument, 'lines' | 'kinds' | 'sections' | 'length'>): AnswerDocument['features'] {
  const counts = new Float64Array(CUE_KINDS.length)
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1
  const share = (kind: CueKind) => ((counts[CUE_KINDS.indexOf(kind)] ?? 0) / Math.max(200, length)) * 1000
  const count = (test: (line: Line) => boolean) => lines.reduce((sum, line) => sum + (test(line) ? 1 : 0), 0)
  const values: Record<DocumentFeature, number> = {
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
  return Float64Array.from(DOCUMENT_FEATURES.map((feature) => values[feature]))
}

/**
 * Analyzes the structure of an answer once, for `classifyEntity` and `classifyKind`. The time is linear in the text. Without a
 * language there are no cues, and only ranks are useful. `names` are all names, tracked or not.
 */
export function structureAnswer(
  text: string,
  lower: string,
  document: MarkdownDocument,
  blocks: readonly ListBlock[],
  language: Language | null,
  names: readonly Span[],
): AnswerDocument {
  const { lines } = document
  const cues = language ? scanCues(cuesOf(language), lower) : []
  const sections = nestSections(text, blocks)
  const passages = splitPassages(text, document, cues)
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
    lists: listStatistics({ text, lines, cues, kinds, sections, above }),
    english: language?.code === 'en',
    length,
    above,
    lastLine: lines.findLastIndex(({ kind }) => kind !== 'blank'),
    features: documentFeatures({ lines, kinds, sections, length }),
  }
}
