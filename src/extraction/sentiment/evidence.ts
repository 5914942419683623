import type { FoundName } from '../names/mentions.ts'
import type { Span } from '../observation.ts'
import type { Clause } from '../text/clauses.ts'
import type { Sentence } from '../text/sentences.ts'

/** The clause that speaks of each found name: where its sentiment is read. The name alone where it stands in no sentence. */
export function evidenceOf(sentences: readonly Sentence[], names: readonly FoundName[]): Span[] {
  const evidence = names.map((name): Span => name)
  for (const { tokens, clauses } of sentences) {
    for (const clause of clauses) {
      for (let index = clause.from; index < clause.to; index += 1) {
        const name = tokens[index]?.name ?? -1
        if (name >= 0) evidence[name] = clauseSpan(tokens, clause)
      }
    }
  }
  return evidence
}

function clauseSpan(tokens: Sentence['tokens'], { from, to }: Clause): Span {
  return { start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 }
}
