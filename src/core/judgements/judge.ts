import { type Hearing, prepareHearing, readVerdict } from '../../extraction/judge/hearing.ts'
import { ANSWER_FORM, INSTRUCTIONS, PROMPT_VERSION } from '../../extraction/judge/judge-prompt.ts'
import type { Extraction } from '../../extraction/observation.ts'
import { ProviderError } from '../../providers/driver.ts'
import type { Judge, JudgeAnswer, JudgeQuestion } from '../../providers/judge.ts'
import { storableJson } from '../batches/storable.ts'
import type { Ctx } from '../context.ts'
import { type Reservation, reserveTokens, settleTokens } from './budget.ts'
import { JUDGEMENT, type JudgementRecord } from './record.ts'

/** Tokenizers put more UTF-8 bytes of prose into one, so that a reservation is rather too high. */
const BYTES_PER_TOKEN = 3
/** Of an answer: for each label, and around them. */
const TOKENS_PER_LABEL = 16
const TOKENS_AROUND = 32

/** More than any answer costs: what a server reports beyond it is a mistake. */
const MOST_TOKENS = 10_000_000

/**
 * Has the configured judge label what was found in a unit's answer, within the budget of its organization, and keeps what it said before
 * anybody uses it. Null where nothing is to be judged and wherever there is no usable word of it, which is logged: the reading stands as
 * it is. Throws only what the database throws.
 */
export async function judgeAnswer({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { judge: Judge; unitId: string; text: string; extraction: Extraction }
}): Promise<JudgementRecord | null> {
  const { judge, unitId, text, extraction } = input
  const hearing = prepareHearing(text, extraction)
  if (!hearing) return null
  const question = { system: INSTRUCTIONS, user: hearing.material, form: ANSWER_FORM }
  const tokens = estimate(question, hearing)
  const reservation = await reserveTokens(ctx.db, { unitId, tokens, limit: judge.dailyTokens, at: ctx.now() })
  if (!reservation) {
    ctx.deps.logger.warn({ unitId, tokens }, 'not judged: no budget left for it today')
    return null
  }
  const answer = await ask(ctx, judge, question, { unitId, reservation })
  if (!answer) return null
  const labels = readVerdict(answer.text, hearing)
  if (!labels) ctx.deps.logger.warn({ unitId }, 'not judged: the answer of the judge had not the form')
  return keep(ctx, unitId, answer, labels ?? [])
}

function estimate({ system, user, form }: JudgeQuestion, { mentions, entities }: Hearing): number {
  const bytes = Buffer.byteLength(system) + Buffer.byteLength(user) + JSON.stringify(form).length
  const labels = mentions.length + entities.length
  return Math.ceil(bytes / BYTES_PER_TOKEN) + labels * TOKENS_PER_LABEL + TOKENS_AROUND
}

async function ask(
  ctx: Ctx,
  judge: Judge,
  question: JudgeQuestion,
  { unitId, reservation }: { unitId: string; reservation: Reservation },
): Promise<JudgeAnswer | null> {
  try {
    const answer = await judge.ask(question)
    await settleTokens(ctx.db, reservation, tokensUsed(answer) ?? reservation.tokens)
    return answer
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.deps.logger.warn({ unitId, kind: error.kind, reason: error.message }, 'not judged: no answer')
    // A server that was too slow may have worked, and be paid, all the same.
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
  return Math.min(MOST_TOKENS, Math.max(0, Math.ceil(tokens)))
}

/** Of two judgements of one answer the first stands. */
const KEEP = `INSERT INTO judgement AS j
    (result_id, model, prompt_version, labels, raw, prompt_tokens, completion_tokens, judged_at)
  SELECT r.id, i.model, i."promptVersion", i.labels, i.raw, i."promptTokens", i."completionTokens", i."judgedAt"
  FROM json_to_record($2::json) AS i (model text, "promptVersion" int, labels jsonb, raw text, "promptTokens" int,
    "completionTokens" int, "judgedAt" timestamptz)
  JOIN (SELECT id FROM result WHERE id = $1 FOR KEY SHARE) r ON true
  ON CONFLICT (result_id) DO UPDATE SET result_id = excluded.result_id
  RETURNING ${JUDGEMENT}`

async function keep(
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
  const { rows } = await ctx.db.pool.query<{ judgement: JudgementRecord }>({
    name: 'keep-judgement',
    text: KEEP,
    values: [unitId, storableJson(row)],
  })
  return rows[0]?.judgement ?? null
}
