import { ordinal } from '../../formatting/format.ts'
import { plainQuote } from '../../formatting/quote.ts'
import { type Answer, brandOf } from '../model/answer.ts'
import type { Colors } from '../model/colors.ts'
import { byPosition, joined } from '../model/row.ts'
import { SENTIMENTS, STRENGTHS } from '../model/words.ts'
import styles from './answer-facts.module.css'
import { Part } from './part.tsx'

interface Named {
  id: string
  name: string
  mentioned: boolean
  denied: boolean
  position: number | null
  said: string
  quotes: readonly string[]
}

/**
 * Lists the brands mentioned in an answer, in order of first mention, with what it says about each. Brands that are not
 * mentioned come last.
 */
export function NamedEntities({ answer, colors }: { answer: Answer; colors: Colors }) {
  const entities = [brandIn(answer), ...competitorsIn(answer)]
  const named = entities.filter(({ mentioned }) => mentioned).toSorted(byPosition)
  const unknown = entities.filter(({ mentioned, denied }) => !mentioned && denied)
  const missing = entities.filter(({ mentioned, denied }) => !mentioned && !denied)
  return (
    <Part title="Mentioned, in order">
      {named.length === 0 && <p className={styles.none}>No tracked brand is mentioned.</p>}
      <ol className={styles.entities}>
        {named.map(({ id, name, said, quotes }) => (
          <li key={id}>
            <div className={styles.entity}>
              <i style={{ background: colors(id).line }} />
              <b data-brand={id === 'brand' || undefined}>{name}</b>
              <span>{said}</span>
            </div>
            {quotes.map((quote) => (
              <q key={quote}>{quote}</q>
            ))}
          </li>
        ))}
      </ol>
      {unknown.length > 0 && (
        <p className={styles.none}>Says it does not know {unknown.map(({ name }) => name).join(', ')}.</p>
      )}
      {missing.length > 0 && (
        <p className={styles.none}>Not mentioned: {missing.map(({ name }) => name).join(', ')}</p>
      )}
    </Part>
  )
}

function brandIn(answer: Answer): Named {
  const { brand } = answer
  return {
    id: 'brand',
    name: brandOf(answer),
    mentioned: brand?.mentioned ?? false,
    denied: brand?.denied ?? false,
    position: brand?.position ?? null,
    ...(brand ? wordsOf(brand) : { said: '', quotes: [] }),
  }
}

function competitorsIn({ competitors }: Answer): Named[] {
  return (competitors ?? []).map((competitor) => ({
    id: competitor.competitorId,
    name: competitor.name,
    mentioned: competitor.mentioned,
    denied: competitor.denied ?? false,
    position: competitor.position,
    ...wordsOf(competitor),
  }))
}

type Competitor = NonNullable<Answer['competitors']>[number]

/** Returns what an answer says about a brand, and the passages it is based on. */
function wordsOf({
  sentiment,
  recommendation,
}: Pick<Competitor, 'sentiment' | 'recommendation'>): Pick<Named, 'said' | 'quotes'> {
  const { strength, recommended, rank, listSize, evidence } = recommendation
  const quotes = [...(sentiment.evidence ?? []), ...(evidence ? [evidence] : [])]
  return {
    said: joined(
      sentiment.label && SENTIMENTS[sentiment.label],
      strength ? STRENGTHS[strength] : recommended && 'recommended',
      rank && (listSize ? `${ordinal(rank)} of ${listSize}` : ordinal(rank)),
    ),
    quotes: quotesOf(quotes.map(({ text }) => plainQuote(text))),
  }
}

/** Removes duplicates and quotes that are part of a longer one. */
function quotesOf(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter(
    (text, _, all) => !all.some((longer) => longer !== text && longer.includes(text)),
  )
}
