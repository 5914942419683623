import type { FoundName } from '../names/mentions.ts'
import type { Span } from '../observation.ts'
import { firstEndingAfter } from '../text/spans.ts'
import { keyOf } from './names.ts'

/** The recognised names of a text that no tracked entity names. */
export interface UntrackedNames {
  /** Each distinct name as it is first written, with the span of that; names that differ by case, punctuation or genitive are one. */
  names: (Span & { name: string; mentionCount: number })[]
  /** Their mentions in ascending order; `entity` is an index into `names`. */
  mentions: FoundName[]
}

/** Leaves out those of the recognised names that overlap with a mention of a tracked entity, and groups the others by name. */
export function untrackedNames(
  text: string,
  recognised: readonly Span[],
  tracked: readonly FoundName[],
): UntrackedNames {
  const names: UntrackedNames['names'] = []
  const mentions: FoundName[] = []
  const byKey = new Map<string, number>()
  for (const { start, end } of recognised) {
    const next = tracked[firstEndingAfter(tracked, start)]
    if (next && next.start < end) continue
    const name = text.slice(start, end)
    const key = keyOf(name)
    let entity = byKey.get(key)
    if (entity === undefined) {
      entity = names.length
      byKey.set(key, entity)
      names.push({ name, start, end, mentionCount: 0 })
    }
    const known = names[entity]
    if (known) known.mentionCount += 1
    mentions.push({ entity, start, end })
  }
  return { names, mentions }
}
