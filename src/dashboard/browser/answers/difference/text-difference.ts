import { leavesOf, placesOfLeaf } from '../text/leaves.ts'
import type { Span } from '../text/marks.ts'
import { parseAnswer } from '../text/parse.ts'
import { uncommonOf } from './common-parts.ts'

/** A word as it is compared, and its place in the answer. */
interface Word extends Span {
  text: string
}

/**
 * Which words of two answers are only in one of them, as stretches of their sources. Markdown is not compared: a word that has
 * become bold is the same. Very long answers are compared by paragraphs.
 */
export function differenceOf(before: string, after: string): { removed: Span[]; added: Span[] } {
  for (const pattern of [/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu, /\S[^\n]*/gu]) {
    const [old, now] = [wordsOf(before, pattern), wordsOf(after, pattern)]
    const found = uncommonOf(textsOf(old), textsOf(now))
    if (found) return { removed: spansOf(old, found.removed), added: spansOf(now, found.added) }
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

/** Chosen words that follow each other are one stretch. */
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
