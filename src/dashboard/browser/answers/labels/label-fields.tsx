import { ChoiceField } from '../../components/choice-field.tsx'
import type { Problem } from '../../graphql/problem.ts'
import { SENTIMENTS, STRENGTHS } from '../model/words.ts'
import type { Labels } from './documents.ts'

/** Fields for the sentiment and the strength of the recommendation. */
export function LabelFields({
  labels,
  errors = {},
  onChange,
}: {
  labels: Labels
  errors?: Problem['fieldErrors']
  onChange: (labels: Labels) => void
}) {
  return (
    <>
      <ChoiceField
        label="Sentiment"
        value={labels.sentiment ?? ''}
        choices={choicesOf(SENTIMENTS, labels.sentiment)}
        errors={errors.sentiment}
        onChange={({ target }) => onChange({ ...labels, sentiment: keyOf(SENTIMENTS, target.value) })}
      />
      <ChoiceField
        label="Recommendation"
        value={labels.strength ?? ''}
        choices={choicesOf(STRENGTHS, labels.strength)}
        errors={errors.strength}
        onChange={({ target }) => onChange({ ...labels, strength: keyOf(STRENGTHS, target.value) })}
      />
    </>
  )
}

function choicesOf(words: Readonly<Record<string, string>>, current: string | null | undefined) {
  const choices = Object.entries(words).map(([value, label]) => ({ value, label }))
  return current ? choices : [{ value: '', label: 'not analyzed' }, ...choices]
}

/** Returns a value of a select as a key; null for the choice without a value. */
function keyOf<Key extends string>(words: Readonly<Record<Key, string>>, value: string): Key | null {
  return value in words ? (value as Key) : null
}
