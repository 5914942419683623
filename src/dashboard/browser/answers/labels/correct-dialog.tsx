import { useState } from 'react'
import { useMutation } from 'urql'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { ActionError } from '../../components/states.tsx'
import { problemOf } from '../../graphql/problem.ts'
import { CORRECT_LABELS, type Correction, type Labels, REMOVE_CORRECTION } from './documents.ts'
import { LabelFields } from './label-fields.tsx'
import { wordsOfLabels } from './words.ts'

/** Corrects or confirms the labels of a brand in an answer, or removes the correction. */
export function CorrectDialog({
  resultId,
  entityId,
  name,
  labels: shown,
  correction,
  onClose,
}: {
  /** Global id of the result. */
  resultId: string
  /** `brand`, or the id of a competitor. */
  entityId: string
  name: string
  /** The shown labels. */
  labels: Labels
  /** Undefined if no person has checked the labels. */
  correction: Correction | undefined
  onClose: () => void
}) {
  const [labels, setLabels] = useState(shown)
  const [, send] = useMutation(CORRECT_LABELS)
  const [{ error, fetching }, remove] = useMutation(REMOVE_CORRECTION)
  const onRemove = async () => {
    if (!(await remove({ input: { resultId, entityId } })).error) onClose()
  }
  return (
    <FormDialog
      title={`What the answer says about ${name}`}
      action="Save"
      onClose={onClose}
      send={async () => problemOf((await send({ input: { resultId, entityId, ...labels } })).error)}
    >
      {(errors) => (
        <>
          <LabelFields labels={labels} errors={errors} onChange={setLabels} />
          {correction && (
            <p>
              A person checked these labels. The analysis had read: {wordsOfLabels(correction)}.{' '}
              <Button busy={fetching} onClick={() => void onRemove()}>
                Remove correction
              </Button>
            </p>
          )}
          <ActionError error={error} />
        </>
      )}
    </FormDialog>
  )
}
