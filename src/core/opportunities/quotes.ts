import { lineAround, shorten } from '../../extraction/text/shorten.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../foundation/context.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'
import type { Observation } from '../observations/observation.ts'
import type { OpportunityQuote } from './foundation/definition.ts'

interface Row {
  id: string
  text: string | null
  competitors: Observation['competitors'] | null
}

/**
 * Returns, by result id, the passage of each answer that names its first competitor. Answers that name none, whose text
 * was deleted, or that the caller may not see are missing.
 */
export async function quotesOf(
  ctx: Ctx,
  resultIds: readonly string[],
): Promise<Map<string, OpportunityQuote>> {
  const { rows } = await ctx.db.pool.query<Row>({
    name: 'opportunity-quotes',
    text: `SELECT r.id, r.text, r.observation->'competitors' AS competitors FROM ${RESULT_AS_SHOWN} r
             JOIN batch b ON b.id = r.batch_id WHERE ${VISIBLE} AND r.id = ANY($4::uuid[])`,
    values: [...visibleValues(ctx), resultIds],
  })
  return new Map(
    rows.flatMap((row) => {
      const quote = quoteIn(row)
      return quote ? [[row.id, quote] as const] : []
    }),
  )
}

function quoteIn({ id, text, competitors }: Row): OpportunityQuote | null {
  const named = (competitors ?? [])
    .flatMap(({ mentioned, name, spans }) => {
      const [span] = spans ?? []
      return mentioned && span ? [{ name, span }] : []
    })
    .sort((a, b) => a.span.start - b.span.start)
  const [first] = named
  if (!first || text === null) return null
  const { start, end } = shorten(text, lineAround(text, first.span), first.span)
  return { resultId: id, competitorName: first.name, text: text.slice(start, end), start, end }
}
