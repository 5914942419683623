import type { BrandFact } from '../../extraction/facts/brand-fact.ts'
import { type CheckedAnswer, checkAnswer, compileFacts } from '../../extraction/facts/check.ts'
import type { Snapshot } from '../brands/snapshot.ts'
import type { ThreadTask } from '../observations/extraction-threads.ts'
import { cachedExtractor } from '../observations/extractor.ts'

/** Checks answers against facts, as a task for a thread. Returns one result per answer, in the same order. */
export const CHECK_ANSWERS: ThreadTask<
  { snapshot: Snapshot; facts: readonly BrandFact[]; texts: readonly string[] },
  CheckedAnswer[]
> = {
  name: 'check-answers',
  run({ snapshot, facts, texts }) {
    const { matcher } = cachedExtractor(snapshot)
    const compiled = compileFacts(facts)
    return texts.map((text) => checkAnswer(matcher, compiled, text))
  },
}
