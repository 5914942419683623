import type { FactVerdict } from '../../extraction/facts/brand-fact.ts'
import type { Rate } from '../../metrics/definitions.ts'
import { type PromptCount, rateInterval } from '../../metrics/rate-interval.ts'
import type { Ctx } from '../foundation/context.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'
import { type FactDecider, type FactResultRecord, MAXIMUM_QUOTES } from './definition.ts'

export type FactRates = Pick<FactResultRecord, 'contradicted' | 'supported' | 'unclear'>

/** Statements about a fact in the answers of one provider to one prompt. */
export interface StatementCount {
  checkId: string
  factId: string
  provider: string
  promptOrdinal: number
  contradicts: number
  supports: number
  unclear: number
}

/** Counts the statements of checks by fact, provider and prompt. */
export async function countStatements(ctx: Ctx, checkIds: readonly string[]): Promise<StatementCount[]> {
  const { rows } = await ctx.db.pool.query<StatementCount>({
    name: 'fact-statement-counts',
    text: `SELECT check_id AS "checkId", fact_id AS "factId", provider, prompt_ordinal AS "promptOrdinal",
             count(*) FILTER (WHERE verdict = 'contradicts')::int AS contradicts,
             count(*) FILTER (WHERE verdict = 'supports')::int AS supports,
             count(*) FILTER (WHERE verdict = 'unclear')::int AS unclear
           FROM fact_statement WHERE check_id = ANY($1::uuid[])
           GROUP BY check_id, fact_id, provider, prompt_ordinal ORDER BY provider, prompt_ordinal`,
    values: [checkIds],
  })
  return rows
}

/**
 * Returns the rates of a fact with their 95 % intervals over prompts, from its counts. The denominator is the number of
 * answers that concern the fact.
 */
export function factRates(counts: readonly StatementCount[]): FactRates {
  const prompts = [...new Set(counts.map(({ promptOrdinal }) => promptOrdinal))]
  const byPrompt = prompts.map((prompt) => counts.filter((row) => row.promptOrdinal === prompt))
  const sum = (rows: readonly StatementCount[], of: (row: StatementCount) => number) =>
    rows.reduce((total, row) => total + of(row), 0)
  const rateOf = (verdict: 'contradicts' | 'supports'): Rate =>
    rateInterval(
      byPrompt.map(
        (rows): PromptCount => ({
          present: sum(rows, (row) => row[verdict]),
          answers: sum(rows, (row) => row.contradicts + row.supports + row.unclear),
        }),
      ),
    )
  return {
    contradicted: rateOf('contradicts'),
    supported: rateOf('supports'),
    unclear: sum(counts, (row) => row.unclear),
  }
}

/** A quotation with the check and the fact that it belongs to. */
export type QuotedStatement = FactResultRecord['quotes'][number] & { checkId: string; factId: string }

interface QuoteRow {
  checkId: string
  factId: string
  resultId: string
  provider: string
  verdict: FactVerdict
  decidedBy: FactDecider
  start: number
  end: number
  text: string
}

/** Reads the first quotations of each fact and verdict, contradictions first. Deleted texts have none. */
export async function readQuotes(ctx: Ctx, checkIds: readonly string[]): Promise<QuotedStatement[]> {
  const { rows } = await ctx.db.pool.query<QuoteRow>({
    name: 'fact-quotes',
    text: `SELECT s.check_id AS "checkId", s.fact_id AS "factId", s.result_id AS "resultId", s.provider, s.verdict,
             s.decided_by AS "decidedBy", s.start_offset AS start, s.end_offset AS "end", r.text
           FROM (SELECT *, row_number() OVER (PARTITION BY check_id, fact_id, verdict ORDER BY ordinal) AS place
                 FROM fact_statement WHERE check_id = ANY($1::uuid[])) s
           JOIN ${RESULT_AS_SHOWN} r ON r.id = s.result_id
           WHERE s.place <= ${MAXIMUM_QUOTES} AND r.text IS NOT NULL
           ORDER BY CASE s.verdict WHEN 'contradicts' THEN 0 WHEN 'supports' THEN 1 ELSE 2 END, s.ordinal`,
    values: [checkIds],
  })
  return rows.map(({ text, start, end, ...quote }) => ({
    ...quote,
    start,
    end,
    text: text.slice(start, end),
  }))
}
