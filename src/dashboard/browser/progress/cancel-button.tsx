import { type ReactNode, useState } from 'react'
import { Button } from '../components/button.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import type { Problem } from '../graphql/problem.ts'

/** Cancels a run or an analysis after a confirmation that explains the effect. */
export function CancelButton({
  noun,
  mayCancel,
  effect,
  cancel,
}: {
  noun: 'run' | 'analysis'
  mayCancel: boolean
  /** Explains what happens to the questions. */
  effect: ReactNode
  /** Resolves with a problem, or null on success. */
  cancel: () => Promise<Problem | null>
}) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        kind="danger"
        disabled={!mayCancel}
        title={mayCancel ? undefined : `Your role does not allow you to cancel this ${noun}.`}
        onClick={() => setAsking(true)}
      >
        Cancel {noun}
      </Button>
      {asking && (
        <FormDialog
          title={`Cancel this ${noun}?`}
          action={`Cancel ${noun}`}
          dismiss="Keep running"
          kind="danger"
          onClose={() => setAsking(false)}
          send={cancel}
        >
          <p>{effect}</p>
        </FormDialog>
      )}
    </>
  )
}
