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
    ({ competitorId, name, mentioned, denied, position, sentimentLabel, sentimentEvidence, ...found }) => ({
      id: competitorId,
      name,
      mentioned,
      denied: denied ?? false,
      position,
      ...wordsOf({
        label: sentimentLabel,
        // Answers that were read by earlier rules say only whether they recommend it, and its rank.
        recommendation: found.recommendation ?? {
          rank: found.rank,
          isRecommended: found.recommended ?? false,
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

/** What an answer says of a brand, and the words that show it. */
function wordsOf({ label, recommendation, opinions }: Said): Pick<Named, 'said' | 'quotes'> {
  const { strength, isRecommended = false, rank, listSize, evidence } = recommendation ?? {}
  const quotes = [...(opinions ?? []), ...(evidence ? [evidence] : [])]
  return {
    said: joined(
      label && SENTIMENTS[label],
      strength ? STRENGTHS[strength] : isRecommended && 'recommended',
      rank && (listSize ? `${ordinal(rank)} of ${listSize}` : ordinal(rank)),
    ),
    quotes: quotesOf(quotes.map(({ text }) => plain(text))),
  }
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
