import type { z } from 'zod'
import { rate } from '../../metrics/rates.ts'
import { authorize } from '../access/authorize.ts'
import { READABLE, readableValues } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { isUuid } from '../foundation/ids.ts'
import type { correctionRateDefinition } from './definition.ts'

export type CorrectionRate = z.output<typeof correctionRateDefinition>

interface CountRow {
  projectId: string
  provider: string
  language: string | null
  labels: number
  corrected: number
}

/** An answer in which the analysis read no label is not an error of the analysis, so it does not count. */
const COUNTS = `SELECT c.project_id AS "projectId", c.provider, c.language,
    (count(c.extracted_sentiment) + count(c.extracted_strength))::int AS labels,
    (count(*) FILTER (WHERE c.sentiment <> c.extracted_sentiment)
      + count(*) FILTER (WHERE c.strength <> c.extracted_strength))::int AS corrected
  FROM label_correction c JOIN project o ON o.id = c.project_id
  WHERE ${READABLE} AND o.id = ANY($4::uuid[])
  GROUP BY c.project_id, c.provider, c.language
  HAVING count(c.extracted_sentiment) + count(c.extracted_strength) > 0
  ORDER BY c.provider, c.language`

/**
 * Returns how many of the labels that people checked they had to change, for each project by provider and language. Empty
 * for a project that the caller may not read.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function readCorrectionRates({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<CorrectionRate[][]> {
  authorize(ctx, 'runs:read')
  const { rows } = await ctx.db.pool.query<CountRow>({
    name: 'correction-rates',
    text: COUNTS,
    values: [...readableValues(ctx), ids.filter(isUuid)],
  })
  return ids.map((id) =>
    rows
      .filter(({ projectId }) => projectId === id.toLowerCase())
      .map(({ provider, language, labels, corrected }) => ({
        provider,
        language,
        corrected: rate(corrected, labels),
      })),
  )
}
