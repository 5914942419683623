import { z } from 'zod'
import { quoteDefinition } from '../../core/observations/observation.ts'
import type { ResultRecord } from '../../core/results/read.ts'
import { type Enumeration, enumSchema } from '../../definitions/enumeration.ts'
import { MENTION_SENTIMENT_LABELS } from '../../definitions/vocabulary.ts'
import { excerptOf, isInsidePair } from '../size.ts'

const QUOTE_KINDS = {
  recommendation: 'The words that recommend the brand or advise against it.',
  opinion: 'A clause that speaks for or against the brand.',
  mention: 'The words around the first mention of the brand.',
  beginning: 'The beginning of an answer that does not name the brand.',
} as const satisfies Enumeration
type QuoteKind = keyof typeof QUOTE_KINDS

/** Words of an answer that show what was found in it. */
export const shownQuoteDefinition = quoteDefinition.extend({
  kind: enumSchema(QUOTE_KINDS, `Why it is quoted. ${meanings(QUOTE_KINDS)}`),
  label: enumSchema(MENTION_SENTIMENT_LABELS, 'Which way an opinion speaks.')
    .nullable()
    .describe('Which way an opinion speaks; null for others.'),
})
type ShownQuote = z.output<typeof shownQuoteDefinition>

/** The field of results that have quotes. */
export const quotesSchema = z
  .array(shownQuoteDefinition)
  .describe(
    'The words that show it, with their place in the answer in UTF-16 units; a long one is cut, with a mark.',
  )

/** Opinions of a result, at most. */
const MOST_OPINIONS = 3
/** How much JSON a quote has, and how far it reaches before and after a mention, in UTF-16 units. */
const LONGEST_QUOTE = 400
const CONTEXT = 120

/** The words that show what was found in an answer, in the order of {@link QUOTE_KINDS}; the answer must have been read. */
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
    text: excerptOf(answer.slice(start, end), LONGEST_QUOTE),
    label,
  })
  const evidence = recommendation?.evidence ? [quote('recommendation', recommendation.evidence)] : []
  const opinions = (sentiment?.evidence ?? [])
    .slice(0, MOST_OPINIONS)
    .map((opinion) => quote('opinion', opinion, opinion.label))
  const shown = [...evidence, ...opinions]
  const [first] = brand.spans
  if (first && !shown.some(({ start, end }) => start <= first.start && first.end <= end))
    shown.push(quote('mention', around(answer, first)))
  if (!first && shown.length === 0) shown.push(quote('beginning', around(answer, { start: 0, end: CONTEXT })))
  return shown
}

/** A stretch with what stands around it. */
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
