import type { JudgeLabels } from '../../extraction/judge/labels.ts'
import type { Ctx } from '../context.ts'

/** The labels that a language model gave for an answer. */
export interface JudgementRecord {
  model: string
  promptVersion: number
  /** Empty if its answer could not be parsed. */
  labels: JudgeLabels[]
}

/** In a statement that joins `judgement j`: the record, or null. */
export const JUDGEMENT = `CASE WHEN j.result_id IS NOT NULL THEN json_build_object('model', j.model,
  'promptVersion', j.prompt_version, 'labels', j.labels) END AS judgement`

/** The stored judgement of a unit's answer, or null. Does not check the tenant: the caller must have been allowed to read the unit. */
export async function readJudgement(ctx: Ctx, unitId: string): Promise<JudgementRecord | null> {
  const { rows } = await ctx.db.pool.query<{ judgement: JudgementRecord | null }>({
    name: 'judgement-of-unit',
    text: `SELECT ${JUDGEMENT} FROM judgement j WHERE j.result_id = $1`,
    values: [unitId],
  })
  return rows[0]?.judgement ?? null
}
