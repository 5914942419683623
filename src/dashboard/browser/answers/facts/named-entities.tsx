import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ordinal } from '../../formatting/format.ts'
import { plainQuote } from '../../formatting/quote.ts'
import { useMay } from '../../layout/viewer.ts'
import { CorrectDialog } from '../labels/correct-dialog.tsx'
import type { Labels } from '../labels/documents.ts'
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
  labels: Labels
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
  const [correcting, setCorrecting] = useState<Named | null>(null)
  // Results of one-off analyses cannot be corrected.
  const mayCorrect = useMay('SETTINGS_WRITE') && answer.run?.finishedAt != null && answer.answer !== null
  const correctionOf = (id: string) => answer.corrections?.find(({ entityId }) => entityId === id)
  const missing = entities.filter(({ mentioned, denied }) => !mentioned && !denied)
  return (
    <Part title="Mentioned, in order">
      {named.length === 0 && <p className={styles.none}>No tracked brand is mentioned.</p>}
      <ol className={styles.entities}>
        {named.map((entity) => (
          <li key={entity.id}>
            <div className={styles.entity}>
              <i style={{ background: colors(entity.id).line }} />
              <b data-brand={entity.id === 'brand' || undefined}>{entity.name}</b>
              <span>{joined(entity.said, correctionOf(entity.id) && 'checked by a person')}</span>
              {mayCorrect && (
                <Button kind="quiet" onClick={() => setCorrecting(entity)}>
                  Correct<span className="visually-hidden"> the labels of {entity.name}</span>
                </Button>
              )}
            </div>
            {entity.quotes.map((quote) => (
              <q key={quote}>{quote}</q>
            ))}
          </li>
        ))}
      </ol>
      {correcting && (
        <CorrectDialog
          resultId={answer.id}
          entityId={correcting.id}
          name={correcting.name}
          labels={correcting.labels}
          correction={correctionOf(correcting.id)}
          onClose={() => setCorrecting(null)}
        />
      )}
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
    ...(brand ? wordsOf(brand) : { labels: { sentiment: null, strength: null }, said: '', quotes: [] }),
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
}: Pick<Competitor, 'sentiment' | 'recommendation'>): Pick<Named, 'labels' | 'said' | 'quotes'> {
  const { strength, recommended, rank, listSize, evidence } = recommendation
  const quotes = [...(sentiment.evidence ?? []), ...(evidence ? [evidence] : [])]
  return {
    labels: { sentiment: sentiment.label, strength },
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
