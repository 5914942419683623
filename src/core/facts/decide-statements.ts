import type { BrandFact, FactStatement } from '../../extraction/facts/brand-fact.ts'
import { combine } from '../../extraction/facts/check.ts'
import type { Ctx } from '../foundation/context.ts'
import type { Judge } from '../provider-port/judge.ts'
import type { FactDecider } from './definition.ts'
import { digestOf, judgeStatements, type StatementQuestion, verdictKey } from './judge-statements.ts'

/** Statements of an answer about a fact that the judge gets at most. The rules decide about the others. */
const JUDGED_PER_FACT = 5

/** Dependencies of a decision. */
export interface JudgeDeps {
  /** Null if none is configured. */
  judge: Judge | null
}

/** The brand and the facts that answers are checked against. */
export interface CheckedFacts {
  brand: string
  facts: readonly { id: string; fact: BrandFact; text: string }[]
}

/** An answer with the statements that the rules found, by fact. */
export interface AnswerWithStatements {
  /** Result id. */
  id: string
  simulated: boolean
  text: string
  statements: readonly FactStatement[][]
}

/** What an answer says about a fact, and what decided it. */
export interface DecidedStatement extends FactStatement {
  decidedBy: FactDecider
}

/** The decisions about the statements of several answers. */
export interface Decisions {
  /** By answer and fact; null if the answer says nothing about the fact. */
  answers: (DecidedStatement | null)[][]
  /** Statements in real answers that a judge may decide, and how many of them it decided. */
  open: number
  judged: number
}

/**
 * Decides what each answer says about each fact. The verdicts of a configured judge replace the rules'
 * about statements that the rules find unclear or contradicting, except in simulated answers.
 */
export async function decideStatements(
  ctx: Ctx<JudgeDeps>,
  checked: CheckedFacts,
  answers: readonly AnswerWithStatements[],
): Promise<Decisions> {
  const { judge } = ctx.deps
  const questions = questionsIn(checked, answers)
  const verdicts =
    judge && questions.size > 0
      ? await judgeStatements(ctx, judge, { brand: checked.brand, questions: [...questions.values()] })
      : null
  const decide = (statement: FactStatement): DecidedStatement[] => {
    const question = questions.get(statement)
    const verdict = question && verdicts?.get(verdictKey(question))
    if (verdict === 'unrelated') return []
    return [{ ...statement, ...(verdict ? { verdict, decidedBy: 'judge' } : { decidedBy: 'rules' }) }]
  }
  return {
    answers: answers.map(({ statements }) => statements.map((found) => combine(found.flatMap(decide)))),
    open: questions.size,
    judged: [...questions.values()].filter((question) => verdicts?.get(verdictKey(question))).length,
  }
}

/** Returns the questions to the judge by the statement that they are about. */
function questionsIn(
  { brand, facts }: CheckedFacts,
  answers: readonly AnswerWithStatements[],
): Map<FactStatement, StatementQuestion> {
  const questions = new Map<FactStatement, StatementQuestion>()
  const real = answers.filter(({ simulated }) => !simulated)
  facts.forEach(({ id: factId, text: words, fact }, index) => {
    const worded = { text: words, aliases: 'aliases' in fact ? fact.aliases : [] }
    for (const { id: unitId, text, statements } of real) {
      const open = statements[index]?.filter(({ verdict }) => verdict !== 'supports') ?? []
      for (const statement of open.slice(0, JUDGED_PER_FACT)) {
        const asked = { fact: worded, sentence: text.slice(statement.start, statement.end) }
        questions.set(statement, { ...asked, factId, unitId, digest: digestOf(brand, asked) })
      }
    }
  })
  return questions
}
