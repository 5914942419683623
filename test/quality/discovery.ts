import type { Span } from '../../src/extraction/observation.ts'
import type { NamedAnswer } from './named-answers.ts'

/** How well names are recognised that nobody tracks. Shares, 0…1. */
export interface DiscoveryScores {
  /** Labelled names that are found by their name or an alias. */
  found: number
  /** The same of those that the answer suggests or advises against. */
  foundWeighed: number
  /** Names found in the labelled part of the answers that are labelled there. */
  precision: number
  /** The same, where a name also counts that covers most of a labelled one, or most of which that covers. */
  lenientPrecision: number
}

/** A distinct name of an answer, at its first place. */
export interface FoundDistinctName extends Span {
  name: string
}

const LEAST_AGREEMENT = 0.5

/** What is the same for all spellings of a name. */
export function keyOfName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]s$/, '')
    .replace(/[^\p{L}\p{N}+]+/gu, '')
}

function agreement(left: Span, right: Span): number {
  const common = Math.min(left.end, right.end) - Math.max(left.start, right.start)
  return common / (Math.max(left.end, right.end) - Math.min(left.start, right.start))
}

/** Compares the distinct names found in each answer with its labelled names. */
export function scoreDiscovery(
  answers: readonly NamedAnswer[],
  namesOf: (answer: NamedAnswer) => readonly FoundDistinctName[],
): DiscoveryScores {
  const counts = { labelled: 0, found: 0, weighed: 0, foundWeighed: 0, read: 0, right: 0, nearlyRight: 0 }
  for (const answer of answers) {
    const names = namesOf(answer)
    const keys = new Set(names.map(({ name }) => keyOfName(name)))
    const labelled = new Set<string>()
    for (const { name, aliases, weighed } of answer.names) {
      const own = [name, ...aliases].map(keyOfName)
      const found = own.some((key) => keys.has(key)) ? 1 : 0
      for (const key of own) labelled.add(key)
      counts.labelled += 1
      counts.found += found
      counts.weighed += weighed ? 1 : 0
      counts.foundWeighed += weighed ? found : 0
    }
    for (const name of names) {
      if (name.start > answer.labelledTo) continue
      const right = labelled.has(keyOfName(name.name))
      counts.read += 1
      counts.right += right ? 1 : 0
      counts.nearlyRight +=
        right || answer.spans.some((span) => agreement(span, name) >= LEAST_AGREEMENT) ? 1 : 0
    }
  }
  return {
    found: counts.found / counts.labelled,
    foundWeighed: counts.foundWeighed / counts.weighed,
    precision: counts.right / counts.read,
    lenientPrecision: counts.nearlyRight / counts.read,
  }
}
