import { z } from 'zod'
import { quoteDefinition } from '../../core/observations/observation.ts'
import type { ResultRecord } from '../../core/results/read.ts'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { MENTION_SENTIMENT_LABELS } from '../../definitions/vocabulary.ts'
import { excerptOf, isInsidePair } from '../foundation/size.ts'

const QUOTE_KINDS = {
  recommendation: 'The words that recommend the brand or advise against it.',
  opinion: 'A clause that speaks for or against the brand.',
  mention: 'The words around the first mention of the brand.',
  beginning: 'The beginning of an answer that does not name the brand.',
} as const satisfies Enumeration
type QuoteKind = keyof typeof QUOTE_KINDS

/** A quotation that shows a finding in an answer. */
export const shownQuoteDefinition = quoteDefinition.extend({
  kind: enumSchema(QUOTE_KINDS, `Why the words are quoted. ${meanings(QUOTE_KINDS)}`),
  label: enumSchema(MENTION_SENTIMENT_LABELS, 'Sentiment of an opinion.')
    .nullable()
    .describe('Sentiment of an opinion; null for other quotes.'),
})
type ShownQuote = z.output<typeof shownQuoteDefinition>

/** Result field with the quotations. */
export const quotesSchema = z
  .array(shownQuoteDefinition)
  .describe('Quotations with their offsets in the answer in UTF-16 units; long ones are cut, with a note.')

/** Maximum number of opinions quoted per result. */
const MAX_OPINIONS = 3
/** Maximum JSON size of a quotation, in UTF-16 units. */
const MAX_QUOTE_SIZE = 400
/** Number of UTF-16 units quoted before and after a mention. */
const CONTEXT = 120

/**
 * Returns quotations that show the findings in an answer, in the order of {@link QUOTE_KINDS}. The answer must be
 * loaded.
 */
export function quotesOf({ answer, brand, sentiment, recommendation }: ResultRecord): ShownQuote[] {
  if (answer == null || !brand) return []
  const quote = (
    kind: QuoteKind,
    { start, end }: { start: number; end: number },
    label: ShownQuote['label'] = null,
  ) => ({
    kind,
    start,
    end,
    text: excerptOf(answer.slice(start, end), MAX_QUOTE_SIZE),
    label,
  })
  const evidence = recommendation?.evidence ? [quote('recommendation', recommendation.evidence)] : []
  const opinions = (sentiment?.evidence ?? [])
    .slice(0, MAX_OPINIONS)
    .map((opinion) => quote('opinion', opinion, opinion.label))
  const shown = [...evidence, ...opinions]
  const [first] = brand.spans
  if (first && !shown.some(({ start, end }) => start <= first.start && first.end <= end))
    shown.push(quote('mention', around(answer, first)))
  if (!first && shown.length === 0) shown.push(quote('beginning', around(answer, { start: 0, end: CONTEXT })))
  return shown
}

/** Extends a range by {@link CONTEXT} on both sides, without splitting surrogate pairs. */
function around(answer: string, { start, end }: { start: number; end: number }) {
  const whole = (offset: number) => (isInsidePair(answer, offset) ? offset - 1 : offset)
  return {
    start: whole(Math.max(0, start - CONTEXT)),
    end: whole(Math.min(answer.length, end + CONTEXT)),
  }
}

function meanings(enumeration: Enumeration): string {
  return Object.entries(enumeration)
    .map(([value, meaning]) => `${value}: ${meaning}`)
    .join(' ')
}
