import { useState } from 'react'
import { useMutation } from 'urql'
import { CORRECT_LABELS, type Labels } from '../../answers/labels/documents.ts'
import { LabelFields } from '../../answers/labels/label-fields.tsx'
import { wordsOfLabels } from '../../answers/labels/words.ts'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/form.tsx'
import cards from '../../components/quote-cards.module.css'
import { percent } from '../../formatting/format.ts'
import { plainQuote } from '../../formatting/quote.ts'
import { problemOf } from '../../graphql/problem.ts'
import { AnswersLink } from '../../layout/answers-link.tsx'
import { useMay } from '../../layout/viewer.ts'
import type { UncertainLabel } from './documents.ts'
import styles from './review.module.css'

/** What an answer says about a brand, with the fields to confirm or correct it. Enter saves. */
export function ReviewCard({ label, onChecked }: { label: UncertainLabel; onChecked: () => void }) {
  const mayCorrect = useMay('SETTINGS_WRITE')
  const [, send] = useMutation(CORRECT_LABELS)
  const { entityId, result } = label
  const mention = mentionOf(label)
  const shown: Labels = {
    sentiment: mention?.sentiment.label ?? null,
    strength: mention?.recommendation.strength ?? null,
  }
  const [labels, setLabels] = useState(shown)
  if (!result || !mention) return null
  const { name, sentiment, recommendation } = mention
  const isSame = labels.sentiment === shown.sentiment && labels.strength === shown.strength
  const quotes = [
    ...(sentiment.evidence ?? []),
    ...(recommendation.evidence ? [recommendation.evidence] : []),
  ]
  return (
    <article className={cards.card} aria-label={`${name} in the answer to “${result.promptText}”`}>
      <h2>
        {name}: {wordsOfLabels(shown)}
      </h2>
      <p className={cards.soft}>
        {result.provider.label} to “{result.promptText}” · {certaintyOf(mention)}
      </p>
      <ul className={cards.quotes} aria-label="Evidence">
        {[...new Set(quotes.map(({ text }) => plainQuote(text)))].map((text) => (
          <li key={text}>
            <q>{text}</q>
          </li>
        ))}
      </ul>
      {result.run && (
        <AnswersLink
          search={{ run: result.run.databaseId, answer: result.databaseId }}
          label={`Open the answer to “${result.promptText}”`}
        >
          Open the answer
        </AnswersLink>
      )}
      {mayCorrect && (
        <Form
          className={styles.controls}
          send={async () => {
            const { error } = await send({ input: { resultId: result.id, entityId, ...labels } })
            if (!error) onChecked()
            return problemOf(error)
          }}
          buttons={(busy) => (
            <Button type="submit" kind={isSame ? 'plain' : 'primary'} busy={busy}>
              {isSame ? 'Confirm' : 'Save correction'}
            </Button>
          )}
        >
          {(errors) => <LabelFields labels={labels} errors={errors} onChange={setLabels} />}
        </Form>
      )}
    </article>
  )
}

/** Returns what the answer says about the brand or the competitor. */
function mentionOf({ entityId, result }: UncertainLabel) {
  if (entityId === 'brand')
    return result?.brand && { name: result.run?.brandName ?? 'The brand', ...result.brand }
  return result?.competitors?.find(({ competitorId }) => competitorId === entityId) ?? null
}

function certaintyOf({ sentiment, recommendation }: NonNullable<ReturnType<typeof mentionOf>>): string {
  const parts = [
    sentiment.probability !== null && `sentiment ${percent(sentiment.probability)} sure`,
    recommendation.probability !== null && `recommendation ${percent(recommendation.probability)} sure`,
  ]
  return parts.filter(Boolean).join(', ')
}
