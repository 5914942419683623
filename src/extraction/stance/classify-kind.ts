import type { AnswerKind } from '../foundation/observation.ts'
import { CUE_KINDS } from '../languages/foundation/language.ts'
import { predict, probabilities } from '../trees/forest.ts'
import { type AnswerDocument, LIST_KINDS } from './answer-document.ts'
import { calibrate } from './calibration.ts'
import { KINDS } from './labels.ts'
import { type StanceModel, shippedStanceModel } from './model.ts'

function occurrences(text: string, mark: string): number {
  let count = 0
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) count += 1
  return count
}

/**
 * Returns the features for the kind of an answer: its cues per 1,000 UTF-16 code units, cues at its start and in its
 * headings, and its lists.
 */
export function kindFeatures({
  text,
  lines,
  cues,
  kinds,
  sections,
  english,
  length,
}: AnswerDocument): number[] {
  const width = CUE_KINDS.length
  const all = new Array<number>(width).fill(0)
  const first = new Array<number>(width).fill(0)
  const headings = new Array<number>(width).fill(0)
  const beginning = 400
  let line = 0
  cues.forEach(({ start }, index) => {
    const kind = kinds[index] ?? 0
    all[kind] = (all[kind] ?? 0) + 1000 / Math.max(300, length)
    if (start < beginning) first[kind] = (first[kind] ?? 0) + 1
    while ((lines[line]?.end ?? text.length) <= start) line += 1
    if (lines[line]?.kind === 'heading' || lines[line]?.bold) headings[kind] = (headings[kind] ?? 0) + 1
  })
  const lists = new Set(sections.map(({ list }) => list))
  const ofKind = (kind: (typeof LIST_KINDS)[number]) => [...lists].filter((list) => list.kind === kind)
  return [
    ...all,
    ...first,
    ...headings,
    ...LIST_KINDS.map((kind) => ofKind(kind).reduce((sum, { items }) => sum + items.length, 0)),
    length / 1000,
    lists.size,
    lines.filter(({ kind }) => kind === 'heading').length,
    lines.filter(({ kind, ordinal }) => kind === 'item' && ordinal !== null).length,
    lines.filter(({ kind }) => kind === 'row').length,
    occurrences(text, '?') / Math.max(1, length / 1000),
    [...'$€£¥₹'].reduce((sum, currency) => sum + occurrences(text, currency), 0) / Math.max(1, length / 1000),
    english ? 1 : 0,
  ]
}

const logits = new Float64Array(KINDS.length)

/** Returns the kind of the answer, and the probability that it is right, 0…1. */
export function classifyKind(
  answer: AnswerDocument,
  model: StanceModel = shippedStanceModel(),
): { kind: AnswerKind; probability: number } {
  predict(model.kind, kindFeatures(answer), logits)
  const shares = probabilities(logits)
  const highest = Math.max(...shares)
  return {
    kind: KINDS[shares.indexOf(highest)] ?? 'other',
    probability: calibrate(model.calibrations.kind, highest),
  }
}
