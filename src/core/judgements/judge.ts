import { ANSWER_FORM, INSTRUCTIONS, PROMPT_VERSION } from '../../extraction/judge/prompt.ts'
import { type JudgeRequest, readJudgeLabels } from '../../extraction/judge/request.ts'
import type { Ctx } from '../foundation/context.ts'
import { toPostgresJson } from '../foundation/postgres-json.ts'
import { storageGate } from '../foundation/storage-gate.ts'
import type { Judge } from '../provider-port/judge.ts'
import { askWithinBudget, type BudgetedAnswer } from './ask.ts'
import { JUDGEMENT, type JudgementRecord } from './judgement.ts'

/**
 * Asks the configured judge to label the mentions and opinions in a unit's answer, within the organization's budget, and
 * stores the judgement. If the budget is exhausted or the judge fails, logs this and returns null; the extraction is then
 * used without a judgement. Throws only database errors.
 */
export async function judgeAnswer(
  ctx: Ctx,
  { judge, unitId, request }: { judge: Judge; unitId: string; request: JudgeRequest },
): Promise<JudgementRecord | null> {
  const { mentions, entities, opinions } = request
  const asked = await askWithinBudget(ctx, {
    judge,
    unitId,
    question: { system: INSTRUCTIONS, user: request.content, form: ANSWER_FORM },
    // The label of an opinion has a theme too, so it is twice as long.
    labels: mentions.length + entities.length + 2 * opinions.length,
    subject: 'answer',
  })
  if (!asked) return null
  const labels = readJudgeLabels(asked.answer.text, request)
  if (!labels)
    ctx.deps.logger.warn({ unitId }, "answer not judged: the judge's reply does not follow the JSON schema")
  const judgement = await storeJudgement(ctx, unitId, asked, labels ?? [])
  await asked.settle()
  return judgement
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
  { answer: { model, raw }, promptTokens, completionTokens }: BudgetedAnswer,
  labels: JudgementRecord['labels'],
): Promise<JudgementRecord | null> {
  const row = {
    model,
    promptVersion: PROMPT_VERSION,
    labels,
    raw,
    promptTokens,
    completionTokens,
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
