import { ANSWER_FORM, INSTRUCTIONS, PROMPT_VERSION } from '../../extraction/judge/prompt.ts'
import { type JudgeRequest, readJudgeLabels } from '../../extraction/judge/request.ts'
import type { Ctx } from '../foundation/context.ts'
import { toPostgresJson } from '../foundation/postgres-json.ts'
import { storageGate } from '../foundation/storage-gate.ts'
import { ProviderError } from '../provider-port/driver.ts'
import type { Judge, JudgeAnswer, JudgeQuestion } from '../provider-port/judge.ts'
import { type Reservation, reserveTokens, settleTokens } from './budget.ts'
import { JUDGEMENT, type JudgementRecord } from './judgement.ts'

/** UTF-8 bytes per token. Deliberately below the average of tokenizers, so that reservations are rather too high. */
const BYTES_PER_TOKEN = 3
/** Tokens of the judge's response: for each label, and for the JSON around them. */
const TOKENS_PER_LABEL = 16
const TOKENS_OF_ENVELOPE = 32

/** Upper bound for the token usage that a judge reports; larger values are server errors. */
const MAXIMUM_REPORTED_TOKENS = 10_000_000

/**
 * Asks the configured judge to label the mentions in a unit's answer, within the organization's budget, and stores the
 * judgement. If the budget is exhausted or the judge fails, logs this and returns null; the extraction is then used
 * without a judgement. Throws only database errors.
 */
export async function judgeAnswer(
  ctx: Ctx,
  { judge, unitId, request }: { judge: Judge; unitId: string; request: JudgeRequest },
): Promise<JudgementRecord | null> {
  const question = { system: INSTRUCTIONS, user: request.content, form: ANSWER_FORM }
  const tokens = estimateTokens(question, request)
  const reservation = await reserveTokens(ctx.db, { unitId, tokens, limit: judge.dailyTokens, at: ctx.now() })
  if (!reservation) {
    ctx.deps.logger.warn(
      { unitId, tokens },
      "answer not judged: today's budget is too small for this request; raise JUDGE_DAILY_TOKENS",
    )
    return null
  }
  const answer = await ask(ctx, judge, question, { unitId, reservation })
  if (!answer) return null
  const labels = readJudgeLabels(answer.text, request)
  if (!labels)
    ctx.deps.logger.warn({ unitId }, "answer not judged: the judge's reply does not follow the JSON schema")
  const judgement = await storeJudgement(ctx, unitId, answer, labels ?? [])
  // Settle last: if this fails, the reservation stays a bit too high, but the judgement is stored and not requested again.
  await settleTokens(ctx.db, reservation, tokensUsed(answer) ?? reservation.tokens)
  return judgement
}

function estimateTokens({ system, user, form }: JudgeQuestion, { mentions, entities }: JudgeRequest): number {
  const bytes = Buffer.byteLength(system) + Buffer.byteLength(user) + JSON.stringify(form).length
  const labels = mentions.length + entities.length
  return Math.ceil(bytes / BYTES_PER_TOKEN) + labels * TOKENS_PER_LABEL + TOKENS_OF_ENVELOPE
}

async function ask(
  ctx: Ctx,
  judge: Judge,
  question: JudgeQuestion,
  { unitId, reservation }: { unitId: string; reservation: Reservation },
): Promise<JudgeAnswer | null> {
  try {
    return await judge.ask(question)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.deps.logger.warn(
      { unitId, kind: error.kind, reason: error.message },
      'answer not judged: the judge failed',
    )
    // After a timeout, keep the reservation: the server may still have answered and charged.
    if (!isTimeout(error)) await settleTokens(ctx.db, reservation, 0)
    return null
  }
}

function isTimeout({ cause }: ProviderError): boolean {
  return cause instanceof Error && cause.name === 'TimeoutError'
}

function tokensUsed({ usage }: JudgeAnswer): number | null {
  if (usage?.inputTokens == null) return null
  return wholeTokens(usage.inputTokens) + wholeTokens(usage.outputTokens ?? 0)
}

function wholeTokens(tokens: number): number {
  return Math.min(MAXIMUM_REPORTED_TOKENS, Math.max(0, Math.ceil(tokens)))
}

/**
 * Stores a judgement. If two are stored concurrently for the same answer, the first is kept and both callers get it.
 */
const STORE = `INSERT INTO judgement AS j
    (result_id, model, prompt_version, labels, raw, prompt_tokens, completion_tokens, judged_at)
  SELECT r.id, i.model, i."promptVersion", i.labels, i.raw, i."promptTokens", i."completionTokens", i."judgedAt"
  FROM json_to_record($2::json) AS i (model text, "promptVersion" int, labels jsonb, raw text, "promptTokens" int,
    "completionTokens" int, "judgedAt" timestamptz)
  JOIN (SELECT id FROM result WHERE id = $1 FOR KEY SHARE) r ON true
  ON CONFLICT (result_id) DO UPDATE SET result_id = excluded.result_id
  RETURNING ${JUDGEMENT}`

async function storeJudgement(
  ctx: Ctx,
  unitId: string,
  { model, usage, raw }: JudgeAnswer,
  labels: JudgementRecord['labels'],
): Promise<JudgementRecord | null> {
  const row = {
    model,
    promptVersion: PROMPT_VERSION,
    labels,
    raw,
    promptTokens: usage?.inputTokens == null ? null : wholeTokens(usage.inputTokens),
    completionTokens: usage?.outputTokens == null ? null : wholeTokens(usage.outputTokens),
    judgedAt: ctx.now(),
  }
  const store = () =>
    ctx.db.pool.query<{ judgement: JudgementRecord }>({
      name: 'store-judgement',
      text: STORE,
      values: [unitId, toPostgresJson(row)],
    })
  const { rows } = await storageGate(ctx).run(store, { answer: true })
  return rows[0]?.judgement ?? null
}
