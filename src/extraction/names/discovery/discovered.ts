import type { MarkdownDocument } from '../../document/document.ts'
import type { Span } from '../../foundation/observation.ts'
import { firstEndingAfter } from '../../text/spans.ts'
import type { FoundName } from '../mentions.ts'
import type { RecognizedName } from './names.ts'
import { sourceLabels } from './source-labels.ts'

/** The recognized names of a text, without the names of tracked entities. */
export interface UntrackedNames {
  /**
   * Distinct names with their first spelling and its span. Spellings that differ by case, punctuation or genitive are
   * one name.
   */
  names: (Span & { name: string; mentionCount: number })[]
  /**
   * Their mentions in ascending order; `entity` is an index into `names`. A maker's name is a part of the product's
   * name.
   */
  mentions: FoundName[]
}

/** Returns the same key for all spellings of a name: its letters, digits and plus signs in lower case, without "'s". */
export function keyOfName(name: string): string {
  return name
    .toLowerCase()
    .replace(/['’]s?$/u, '')
    .replace(/[^\p{L}\p{N}+]+/gu, '')
}

/**
 * Groups recognized names by name, and removes three kinds: names that only label a source, names that overlap with a
 * mention of a tracked entity, and words spelled like a tracked entity (`trackedKeys`, created by `keyOfName`).
 */
export function untrackedNames(
  text: string,
  document: MarkdownDocument,
  recognized: readonly RecognizedName[],
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
  const mentions = recognized.flatMap(({ start, end, makerEnd }) => {
    if (isSource({ start, end })) return []
    const whole = mention(start, end)
    const maker = makerEnd === null ? null : mention(start, makerEnd)
    if (whole) return maker ? { ...whole, parts: [maker] } : whole
    return maker ?? []
  })
  return { names, mentions }
}
