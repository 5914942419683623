import { ordinal } from '../../figures/format.ts'
import { byPosition, joined } from '../list/row.ts'
import { type Answer, brandOf } from '../reading/answer.ts'
import type { Colours } from '../reading/colours.ts'
import { SENTIMENTS, STRENGTHS } from '../words.ts'
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

/** The brands that an answer names, in the order of first mention, with what it says of each; then those it does not name. */
export function NamedEntities({ answer, colours }: { answer: Answer; colours: Colours }) {
  const entities = [brandIn(answer), ...competitorsIn(answer)]
  const named = entities.filter(({ mentioned }) => mentioned).toSorted(byPosition)
  const denied = entities.filter((one) => !one.mentioned && one.denied)
  const missing = entities.filter((one) => !one.mentioned && !one.denied)
  return (
    <Part title="Named, in order">
      {named.length === 0 && <p className={styles.none}>It names no brand that is tracked.</p>}
      <ol className={styles.entities}>
        {named.map(({ id, name, said, quotes }) => (
          <li key={id}>
            <div className={styles.entity}>
              <i style={{ background: colours(id).line }} />
              <b data-brand={id === 'brand' || undefined}>{name}</b>
              <span>{said}</span>
            </div>
            {quotes.map((quote) => (
              <q key={quote}>{quote}</q>
            ))}
          </li>
        ))}
      </ol>
      {denied.length > 0 && (
        <p className={styles.none}>
          Says that nothing is known of {denied.map(({ name }) => name).join(', ')}.
        </p>
      )}
      {missing.length > 0 && (
        <p className={styles.none}>Not named: {missing.map(({ name }) => name).join(', ')}</p>
      )}
    </Part>
  )
}

function brandIn(answer: Answer): Named {
  const { brand, sentiment, recommendation } = answer
  const { label, evidence } = sentiment ?? {}
  const { strength, rank, listSize } = recommendation ?? {}
  const quotes = [...(evidence ?? []), ...(recommendation?.evidence ? [recommendation.evidence] : [])]
  return {
    id: 'brand',
    name: brandOf(answer),
    mentioned: brand?.mentioned ?? false,
    denied: brand?.denied ?? false,
    position: brand?.position ?? null,
    said: joined(
      label && SENTIMENTS[label],
      strength && STRENGTHS[strength],
      rank && (listSize ? `${ordinal(rank)} of ${listSize}` : ordinal(rank)),
    ),
    quotes: quotesOf(quotes.map(({ text }) => plain(text))),
  }
}

function competitorsIn({ competitors }: Answer): Named[] {
  return (competitors ?? []).map(
    ({ competitorId, name, mentioned, denied, position, sentimentLabel, recommended, rank }) => ({
      id: competitorId,
      name,
      mentioned,
      denied: denied ?? false,
      position,
      said: joined(
        sentimentLabel && SENTIMENTS[sentimentLabel],
        recommended && 'recommended',
        rank && ordinal(rank),
      ),
      quotes: [],
    }),
  )
}

/** A quote without the marks of Markdown at its words. */
function plain(text: string): string {
  return text.replace(/\*+|__|`|^[\s|#>-]+|[\s|]+$/g, '').replace(/\s*\|\s*/g, ' · ')
}

/** Each once, and none that is part of another. */
function quotesOf(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter(
    (text, _, all) => !all.some((other) => other !== text && other.includes(text)),
  )
}
