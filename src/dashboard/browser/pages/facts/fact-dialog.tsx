import { useState } from 'react'
import { useMutation } from 'urql'
import { ChoiceField } from '../../components/choice-field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import type { VariablesOf } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { ADD, type Fact, type FactKind, REMOVE, UPDATE } from './documents.ts'
import { FactFields, KIND_LABELS } from './fact-fields.tsx'

const KINDS = Object.keys(KIND_LABELS) as FactKind[]

/** A form that adds a fact, or changes `fact`. */
export function FactDialog({
  projectId,
  fact,
  onClose,
  onSaved,
}: {
  projectId: string
  fact: Fact | null
  onClose: () => void
  onSaved: () => void
}) {
  const [kind, setKind] = useState<FactKind>(fact?.kind ?? 'PRICE')
  const [, add] = useMutation(ADD)
  const [, update] = useMutation(UPDATE)
  return (
    <FormDialog
      title={fact ? 'Change the fact' : 'Add a fact'}
      action={fact ? 'Save' : 'Add'}
      onClose={onClose}
      send={async (typed) => {
        const fields = fieldsIn(kind, typed)
        const { error } = await (fact
          ? update({ input: { factId: fact.databaseId, ...fields } })
          : add({ input: { projectId, ...fields } }))
        if (!error) onSaved()
        return problemOf(error)
      }}
    >
      {(errors) => (
        <>
          <ChoiceField
            label="Kind"
            value={kind}
            onChange={({ target }) => setKind(KINDS.find((value) => value === target.value) ?? kind)}
            choices={KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
          />
          <FactFields key={kind} kind={kind} fact={fact?.kind === kind ? fact : null} errors={errors} />
        </>
      )}
    </FormDialog>
  )
}

type Fields = Omit<VariablesOf<typeof UPDATE>['input'], 'factId'>

/** Returns the fields that the form of a kind contains. Empty fields are omitted. */
function fieldsIn(kind: FactKind, typed: FormData): Fields {
  const text = (name: string) => String(typed.get(name) ?? '').trim()
  const number = (name: string) => (text(name) === '' ? undefined : Number(text(name)))
  const fields = {
    plan: text('plan') || undefined,
    amount: number('amount'),
    currency: text('currency') || undefined,
    period: (['MONTH', 'YEAR', 'ONCE'] as const).find((period) => period === text('period')),
    year: number('year'),
    name: text('name') || undefined,
    place: text('place') || undefined,
    aliases: typed.has('aliases')
      ? text('aliases')
          .split(',')
          .map((alias) => alias.trim())
          .filter((alias) => alias !== '')
      : undefined,
    available: typed.has('available') ? text('available') === 'yes' : undefined,
    days: number('days'),
  }
  return { kind, ...fields }
}

/** Asks for confirmation before a fact is removed. */
export function RemoveFact({
  fact,
  onClose,
  onRemoved,
}: {
  fact: Fact
  onClose: () => void
  onRemoved: () => void
}) {
  const [, remove] = useMutation(REMOVE)
  return (
    <FormDialog
      title="Remove this fact?"
      action="Remove"
      kind="danger"
      onClose={onClose}
      send={async () => {
        const { error } = await remove({ input: { factId: fact.databaseId } })
        if (!error) onRemoved()
        return problemOf(error)
      }}
    >
      <p>Answers are no longer checked against “{fact.text}”, and its results are removed.</p>
    </FormDialog>
  )
}
