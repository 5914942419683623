import type { Span } from '../../foundation/observation.ts'
import type { FoundName } from '../../names/mentions.ts'
import type { Clause } from '../../sentences/clauses.ts'
import type { Sentence } from '../../sentences/sentences.ts'
import { shorten } from '../../text/shorten.ts'

/**
 * Returns the clause of each found name, which determines its sentiment, shortened to `MAX_EVIDENCE_LENGTH`. A name
 * outside any sentence is its own evidence.
 */
export function evidenceOf(
  text: string,
  sentences: readonly Sentence[],
  names: readonly FoundName[],
): Span[] {
  const evidence = names.map((name): Span => name)
  for (const { tokens, clauses } of sentences) {
    for (const clause of clauses) {
      for (let index = clause.from; index < clause.to; index += 1) {
        const name = tokens[index]?.name ?? -1
        const found = names[name]
        if (found) evidence[name] = shorten(text, clauseSpan(tokens, clause), found)
      }
    }
  }
  return evidence
}

function clauseSpan(tokens: Sentence['tokens'], { from, to }: Clause): Span {
  return { start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 }
}
