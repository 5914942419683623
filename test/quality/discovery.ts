import type { Span } from '../../src/extraction/foundation/observation.ts'
import { intersectionOverUnion } from './measure.ts'
import type { NamedAnswer } from './named-answers.ts'

/** Scores for the recognition of untracked names. All are shares between 0 and 1. */
export interface DiscoveryScores {
  /** Recall: labeled names that are found, by name or alias. */
  found: number
  /** Recall for the labeled names that the answer recommends or discourages. */
  foundWeighed: number
  /** Precision: found names in the labeled part of the answers that have a label. */
  precision: number
  /** Precision that also counts a found name if it overlaps with at least half of its union with a labeled name. */
  lenientPrecision: number
}

/** A distinct name in an answer, with the position of its first occurrence. */
export interface FoundDistinctName extends Span {
  name: string
}

const MIN_OVERLAP = 0.5

/** Normalizes a name, so that its spellings have the same key. */
export function keyOfName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]s$/, '')
    .replace(/[^\p{L}\p{N}+]+/gu, '')
}

/** Compares the distinct names found in each answer with its labeled names. */
export function scoreDiscovery(
  answers: readonly NamedAnswer[],
  namesOf: (answer: NamedAnswer) => readonly FoundDistinctName[],
): DiscoveryScores {
  const counts = { labeled: 0, found: 0, weighed: 0, foundWeighed: 0, read: 0, right: 0, nearlyRight: 0 }
  for (const answer of answers) {
    const names = namesOf(answer)
    const keys = new Set(names.map(({ name }) => keyOfName(name)))
    const labeled = new Set<string>()
    for (const { name, aliases, weighed } of answer.names) {
      const nameKeys = [name, ...aliases].map(keyOfName)
      const found = nameKeys.some((key) => keys.has(key)) ? 1 : 0
      for (const key of nameKeys) labeled.add(key)
      counts.labeled += 1
      counts.found += found
      counts.weighed += weighed ? 1 : 0
      counts.foundWeighed += weighed ? found : 0
    }
    for (const name of names) {
      if (name.start > answer.labelledTo) continue
      const right = labeled.has(keyOfName(name.name))
      counts.read += 1
      counts.right += right ? 1 : 0
      counts.nearlyRight +=
        right || answer.spans.some((span) => intersectionOverUnion(span, name) >= MIN_OVERLAP) ? 1 : 0
    }
  }
  return {
    found: counts.found / counts.labeled,
    foundWeighed: counts.foundWeighed / counts.weighed,
    precision: counts.right / counts.read,
    lenientPrecision: counts.nearlyRight / counts.read,
  }
}
