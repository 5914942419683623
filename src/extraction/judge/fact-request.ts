import { z } from 'zod'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { JUDGED_VERDICTS, type JudgedVerdict } from './fact-prompt.ts'
import { labelsById, parseJson } from './reply.ts'

/** A fact in words. */
export interface WordedFact {
  text: string
  aliases: readonly string[]
}

/** A sentence that may contradict or support a fact. */
export interface JudgedSentence {
  fact: WordedFact
  sentence: string
}

/** Returns the JSON for the user message about statements. The id of a statement is its 1-based position. */
export function factRequestContent(brand: string, statements: readonly JudgedSentence[]): string {
  const facts = [...new Set(statements.map(({ fact }) => fact))]
  // Some servers reject JSON with a lone surrogate.
  return JSON.stringify({
    brand: brand.toWellFormed(),
    facts: facts.map(({ text, aliases }, index) => ({
      id: index + 1,
      fact: text.toWellFormed(),
      aliases: aliases.map((alias) => alias.toWellFormed()),
    })),
    statements: statements.map(({ fact, sentence }, index) => ({
      id: index + 1,
      fact: facts.indexOf(fact) + 1,
      sentence: sentence.toWellFormed(),
    })),
  })
}

const replySchema = z.object({ statements: z.array(z.unknown()) })
const verdictSchema = z.object({ id: z.int(), verdict: z.enum(valuesOf(JUDGED_VERDICTS)) })

/**
 * Parses the judge's answer into one verdict per statement; null for statements without a valid one, or with several.
 * Returns null if the answer is not JSON of the required form; never throws.
 */
export function readFactVerdicts(answer: string, count: number): (JudgedVerdict | null)[] | null {
  const parsed = replySchema.safeParse(parseJson(answer))
  if (!parsed.success) return null
  const valid = parsed.data.statements.flatMap((item) => verdictSchema.safeParse(item).data ?? [])
  const verdicts = labelsById(valid, ({ verdict }) => verdict)
  return Array.from({ length: count }, (_, index) => verdicts.get(index + 1) ?? null)
}
