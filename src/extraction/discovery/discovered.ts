import type { MarkdownDocument } from '../markdown/document.ts'
import type { FoundName } from '../names/mentions.ts'
import type { Span } from '../observation.ts'
import { firstEndingAfter } from '../text/spans.ts'
import type { RecognisedName } from './names.ts'
import { sourceLabels } from './source-labels.ts'

/** The recognised names of a text that no tracked entity names. */
export interface UntrackedNames {
  /** Each distinct name as it is first written, with the span of that; spellings that differ by case, punctuation or genitive are one. */
  names: (Span & { name: string; mentionCount: number })[]
  /** Their mentions in ascending order; `entity` is an index into `names`. The name of a maker is a part of that of its product. */
  mentions: FoundName[]
}

/** What is the same for all spellings of a name: its letters, digits and plus signs in lower case, without "'s". */
export function keyOfName(name: string): string {
  return name
    .toLowerCase()
    .replace(/['’]s?$/u, '')
    .replace(/[^\p{L}\p{N}+]+/gu, '')
}

/**
 * Leaves out those of the recognised names that only label a source, that overlap with a mention of a tracked entity or that are written as
 * a tracked entity is (`trackedKeys`, by `keyOfName`) and mean a word, and groups the others by name.
 */
export function untrackedNames(
  text: string,
  document: MarkdownDocument,
  recognised: readonly RecognisedName[],
  tracked: readonly FoundName[],
  trackedKeys: ReadonlySet<string> = new Set(),
): UntrackedNames {
  const names: UntrackedNames['names'] = []
  const byKey = new Map<string, number>()
  const mention = (start: number, end: number): FoundName | null => {
    const next = tracked[firstEndingAfter(tracked, start)]
    if (next && next.start < end) return null
    const name = text.slice(start, end)
    const key = keyOfName(name)
    if (trackedKeys.has(key)) return null
    const entity = byKey.get(key) ?? names.length
    byKey.set(key, entity)
    names[entity] ??= { name, start, end, mentionCount: 0 }
    names[entity].mentionCount += 1
    return { entity, start, end }
  }
  const isSource = sourceLabels(text, document)
  const mentions = recognised.flatMap(({ start, end, makerEnd }) => {
    if (isSource({ start, end })) return []
    const whole = mention(start, end)
    const maker = makerEnd === null ? null : mention(start, makerEnd)
    if (whole) return maker ? { ...whole, parts: [maker] } : whole
    return maker ?? []
  })
  return { names, mentions }
}
