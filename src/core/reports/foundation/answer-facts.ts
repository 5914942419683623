import type { AnswerStatus, MentionSentimentLabel } from '../../../definitions/vocabulary.ts'
import type { VisibleBatchId } from '../../access/visible.ts'
import type { UnitErrorCode } from '../../batches/unit-errors.ts'
import type { Ctx } from '../../foundation/context.ts'
import { RESULT_AS_SHOWN } from '../../observations/extracted-results.ts'

/** Number of results of a provider with the same outcome. */
export interface Outcome {
  provider: string
  status: AnswerStatus
  simulated: boolean
  /** Null unless the status is `failed`. */
  errorCode: UnitErrorCode | null
  results: number
}

/** A positive or negative statement about the brand, quoted from an answer. */
export interface Opinion {
  label: MentionSentimentLabel
  text: string
  prompt: string
  provider: string
}

/** The facts that a report takes from individual answers of a batch. */
export interface AnswerFacts {
  outcomes: Outcome[]
  /** Competitors in answers that do not name the brand, most frequent first. */
  namedInstead: { name: string; answers: number }[]
  /** At most five positive and five negative opinions, each label's opinions from different prompts. */
  opinions: Opinion[]
}

/** Maximum number of opinions per label. */
const MAX_OPINIONS = 5

/** Returns the facts from the answers of a batch. */
export async function readAnswerFacts(ctx: Ctx, batchId: VisibleBatchId): Promise<AnswerFacts> {
  const { pool } = ctx.db
  const [outcomes, namedInstead, opinions] = await Promise.all([
    pool.query<Outcome>({
      name: 'report-outcomes',
      text: `SELECT r.provider, r.status, r.simulated, r.error->>'code' AS "errorCode", count(*)::int AS results
             FROM ${RESULT_AS_SHOWN} r WHERE r.batch_id = $1 AND r.status <> 'pending'
             GROUP BY 1, 2, 3, 4 ORDER BY r.provider COLLATE "C", r.status, "errorCode"`,
      values: [batchId],
    }),
    pool.query<{ name: string; answers: number }>({
      name: 'report-named-instead',
      text: `SELECT c.name, count(*)::int AS answers
             FROM ${RESULT_AS_SHOWN} r CROSS JOIN LATERAL jsonb_to_recordset(r.observation->'competitors')
               AS c (id text, name text, mentioned boolean)
             WHERE r.batch_id = $1 AND r.status = 'ok' AND NOT (r.observation->'brand'->>'mentioned')::boolean AND c.mentioned
             GROUP BY c.id, c.name ORDER BY answers DESC, c.name COLLATE "C"`,
      values: [batchId],
    }),
    pool.query<Opinion>({
      name: 'report-opinions',
      text: `SELECT label, text, prompt, provider FROM (
               SELECT *, row_number() OVER (PARTITION BY label ORDER BY ordinal) AS place FROM (
                 SELECT DISTINCT ON (e.label, r.prompt_ordinal) e.label, e.text, p.text AS prompt, r.provider, r.ordinal
                 FROM ${RESULT_AS_SHOWN} r JOIN batch_prompt p ON p.batch_id = r.batch_id AND p.ordinal = r.prompt_ordinal
                   CROSS JOIN LATERAL jsonb_to_recordset(nullif(r.observation->'sentiment'->'evidence', 'null'))
                     AS e (label text, text text, start int)
                 WHERE r.batch_id = $1 AND r.status = 'ok' AND e.label IN ('positive', 'negative')
                 ORDER BY e.label, r.prompt_ordinal, r.ordinal, e.start) AS first) AS numbered
             WHERE place <= ${MAX_OPINIONS} ORDER BY label DESC, ordinal`,
      values: [batchId],
    }),
  ])
  return { outcomes: outcomes.rows, namedInstead: namedInstead.rows, opinions: opinions.rows }
}
