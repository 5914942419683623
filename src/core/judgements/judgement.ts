import type { JudgeLabels } from '../../extraction/judge/labels.ts'
import type { Ctx } from '../foundation/context.ts'

/** Labels that a language model gave for an answer. */
export interface JudgementRecord {
  model: string
  promptVersion: number
  /** Empty if the model's response could not be parsed. */
  labels: JudgeLabels[]
}

/** SQL for the judgement as JSON, or null, in a statement that joins `judgement j`. */
export const JUDGEMENT = `CASE WHEN j.result_id IS NOT NULL THEN json_build_object('model', j.model,
  'promptVersion', j.prompt_version, 'labels', j.labels) END AS judgement`

/** Returns the stored judgement of a unit's answer, or null. For jobs: does not check the caller's access. */
export async function readJudgement(ctx: Ctx, unitId: string): Promise<JudgementRecord | null> {
  const { rows } = await ctx.db.pool.query<{ judgement: JudgementRecord | null }>({
    name: 'judgement-of-unit',
    text: `SELECT ${JUDGEMENT} FROM judgement j WHERE j.result_id = $1`,
    values: [unitId],
  })
  return rows[0]?.judgement ?? null
}
