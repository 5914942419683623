import type { Ctx } from '../context.ts'
import { JUDGEMENT, type JudgementRecord } from './record.ts'

/** What a judge has said of a unit's answer, if it was asked. The unit must have been loaded for the caller: this checks no tenant. */
export async function readJudgement(ctx: Ctx, unitId: string): Promise<JudgementRecord | null> {
  const { rows } = await ctx.db.pool.query<{ judgement: JudgementRecord | null }>({
    name: 'judgement-of-unit',
    text: `SELECT ${JUDGEMENT} FROM judgement j WHERE j.result_id = $1`,
    values: [unitId],
  })
  return rows[0]?.judgement ?? null
}
