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
  const { brand, sentiment, recommendation } = answer
  return {
    id: 'brand',
    name: brandOf(answer),
    mentioned: brand?.mentioned ?? false,
    denied: brand?.denied ?? false,
    position: brand?.position ?? null,
    ...wordsOf({ label: sentiment?.label, recommendation, opinions: sentiment?.evidence }),
  }
}

function competitorsIn({ competitors }: Answer): Named[] {
  return (competitors ?? []).map(
    ({
      competitorId,
      name,
      mentioned,
      denied,
      position,
      sentimentLabel,
      sentimentEvidence,
      ...competitor
    }) => ({
      id: competitorId,
      name,
      mentioned,
      denied: denied ?? false,
      position,
      ...wordsOf({
        label: sentimentLabel,
        // Answers analyzed by older rules only have the rank and whether the brand is recommended.
        recommendation: competitor.recommendation ?? {
          rank: competitor.rank,
          isRecommended: competitor.recommended ?? false,
        },
        opinions: sentimentEvidence,
      }),
    }),
  )
}

interface Said {
  label: keyof typeof SENTIMENTS | null | undefined
  recommendation:
    | {
        strength?: keyof typeof STRENGTHS | null
        isRecommended?: boolean
        rank: number | null
        listSize?: number | null
        evidence?: { text: string } | null
      }
    | null
    | undefined
  opinions: readonly { text: string }[] | null | undefined
}

/** Returns what an answer says about a brand, and the passages it is based on. */
function wordsOf({ label, recommendation, opinions }: Said): Pick<Named, 'said' | 'quotes'> {
  const { strength, isRecommended = false, rank, listSize, evidence } = recommendation ?? {}
  const quotes = [...(opinions ?? []), ...(evidence ? [evidence] : [])]
  return {
    said: joined(
      label && SENTIMENTS[label],
      strength ? STRENGTHS[strength] : isRecommended && 'recommended',
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
