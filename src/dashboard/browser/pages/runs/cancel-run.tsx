import { useState } from 'react'
import { useMutation } from 'urql'
import { count } from '../../figures/format.ts'
import { useMay } from '../../frame/viewer.ts'
import { graphql } from '../../graphql/graphql.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { ActionError } from '../../parts/states.tsx'
import { PROGRESS } from '../../progress/status.tsx'

const CANCEL = graphql(
  `
    mutation CancelRun($runId: ID!) {
      cancelRun(input: { runId: $runId }) {
        run {
          ...AnalysisProgress
        }
      }
    }
  `,
  [PROGRESS],
)

/** Cancels a run after saying what that means. */
export function CancelRun({ runId, remaining }: { runId: string; remaining: number }) {
  const [asking, setAsking] = useState(false)
  const [{ fetching, error }, cancel] = useMutation(CANCEL)
  const mayCancel = useMay('RUNS_START')
  const confirm = async () => {
    const { data } = await cancel({ runId })
    if (data) setAsking(false)
  }
  return (
    <>
      <Button
        kind="danger"
        disabled={!mayCancel}
        title={mayCancel ? undefined : 'Your role may not cancel runs.'}
        onClick={() => setAsking(true)}
      >
        Cancel run
      </Button>
      {asking && (
        <Dialog
          title="Cancel this run?"
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>Go on asking</Button>
              <Button kind="danger" busy={fetching} onClick={confirm}>
                Cancel run
              </Button>
            </>
          }
        >
          <p>
            {count(remaining, 'question')} without an answer will not be asked any more. Answers that were
            recorded are kept, and the figures are computed from them.
          </p>
          <ActionError error={error} />
        </Dialog>
      )}
    </>
  )
}
