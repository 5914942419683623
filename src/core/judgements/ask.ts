import type { Ctx } from '../foundation/context.ts'
import { ProviderError } from '../provider-port/driver.ts'
import type { Judge, JudgeAnswer, JudgeQuestion } from '../provider-port/judge.ts'
import { reserveTokens, settleTokens } from './budget.ts'

/** UTF-8 bytes per token. Deliberately below the average of tokenizers, so that reservations are rather too high. */
const BYTES_PER_TOKEN = 3
/** Tokens of the judge's response: for each label, and for the JSON around them. */
const TOKENS_PER_LABEL = 16
const TOKENS_OF_ENVELOPE = 32

/** Upper bound for the token usage that a judge reports; larger values are server errors. */
const MAXIMUM_REPORTED_TOKENS = 10_000_000

/** A question to the judge. */
interface BudgetedQuestion {
  judge: Judge
  /** A unit that the question is about. Its organization pays. */
  unitId: string
  question: JudgeQuestion
  /** Number of labels to expect in the answer. */
  labels: number
  /** What stays unjudged if the question fails, for the log. */
  subject: 'answer' | 'facts'
}

/** The answer of a judge. */
export interface BudgetedAnswer {
  answer: JudgeAnswer
  /** Whole tokens; null if the server does not report them. */
  promptTokens: number | null
  completionTokens: number | null
  /**
   * Replaces the reservation with the reported usage. To be called once the labels are stored: if it fails, the
   * reservation stays a bit too high, but the question is not asked again.
   */
  settle: () => Promise<void>
}

/**
 * Asks the judge within the daily budget of the unit's organization. If the budget is exhausted or the judge fails, logs
 * this and returns null. Throws only database errors.
 */
export async function askWithinBudget(
  ctx: Ctx,
  { judge, unitId, question, labels, subject }: BudgetedQuestion,
): Promise<BudgetedAnswer | null> {
  const tokens = estimateTokens(question, labels)
  const reservation = await reserveTokens(ctx.db, { unitId, tokens, limit: judge.dailyTokens, at: ctx.now() })
  if (!reservation) {
    ctx.deps.logger.warn(
      { unitId, tokens },
      `${subject} not judged: today's budget is too small for this request; raise JUDGE_DAILY_TOKENS`,
    )
    return null
  }
  try {
    const answer = await judge.ask(question)
    const { inputTokens = null, outputTokens = null } = answer.usage ?? {}
    const promptTokens = wholeTokens(inputTokens)
    const completionTokens = wholeTokens(outputTokens)
    const used = promptTokens === null ? tokens : promptTokens + (completionTokens ?? 0)
    const settle = () => settleTokens(ctx.db, reservation, used)
    return { answer, promptTokens, completionTokens, settle }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.deps.logger.warn(
      { unitId, kind: error.kind, reason: error.message },
      `${subject} not judged: the judge failed`,
    )
    // After a timeout, keep the reservation: the server may still have answered and charged.
    if (!isTimeout(error)) await settleTokens(ctx.db, reservation, 0)
    return null
  }
}

function estimateTokens({ system, user, form }: JudgeQuestion, labels: number): number {
  const bytes = Buffer.byteLength(system) + Buffer.byteLength(user) + JSON.stringify(form).length
  return Math.ceil(bytes / BYTES_PER_TOKEN) + labels * TOKENS_PER_LABEL + TOKENS_OF_ENVELOPE
}

function isTimeout({ cause }: ProviderError): boolean {
  return cause instanceof Error && cause.name === 'TimeoutError'
}

function wholeTokens(tokens: number | null): number | null {
  return tokens === null ? null : Math.min(MAXIMUM_REPORTED_TOKENS, Math.max(0, Math.ceil(tokens)))
}
