import { leavesOf, placesOfLeaf } from '../text/leaves.ts'
import type { Span } from '../text/marks.ts'
import { parseAnswer } from '../text/parse.ts'
import { uncommonOf } from './common-parts.ts'

/** A rendered word and its position in the answer. */
interface Word extends Span {
  text: string
}

/**
 * Finds the words that are only in one of two answers, as ranges of their sources. Markdown is ignored: a word that
 * became bold is unchanged. Very long answers are compared line by line.
 */
export function differenceOf(before: string, after: string): { removed: Span[]; added: Span[] } {
  for (const pattern of [/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu, /\S[^\n]*/gu]) {
    const [old, now] = [wordsOf(before, pattern), wordsOf(after, pattern)]
    const uncommon = uncommonOf(textsOf(old), textsOf(now))
    if (uncommon) return { removed: spansOf(old, uncommon.removed), added: spansOf(now, uncommon.added) }
  }
  return { removed: [{ start: 0, end: before.length }], added: [{ start: 0, end: after.length }] }
}

function wordsOf(answer: string, pattern: RegExp): Word[] {
  return leavesOf(parseAnswer(answer)).flatMap((leaf) => {
    const { starts, ends } = placesOfLeaf(leaf, answer)
    return [...leaf.value.matchAll(pattern)].map(({ 0: text, index }) => {
      return { text, start: starts[index] ?? 0, end: ends[index + text.length - 1] ?? 0 }
    })
  })
}

function textsOf(words: readonly Word[]): string[] {
  return words.map(({ text }) => text)
}

/** Merges adjacent selected words into one range. */
function spansOf(words: readonly Word[], isChosen: readonly boolean[]): Span[] {
  const spans: Span[] = []
  words.forEach(({ start, end }, index) => {
    if (!isChosen[index]) return
    const last = spans.at(-1)
    if (last && isChosen[index - 1]) last.end = end
    else spans.push({ start, end })
  })
  return spans
}
