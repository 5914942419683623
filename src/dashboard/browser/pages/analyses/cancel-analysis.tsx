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
    mutation CancelAnalysis($analysisId: ID!) {
      cancelAsyncAnalysis(input: { analysisId: $analysisId }) {
        asyncAnalysis {
          ...AnalysisProgress
          credits {
            reserved
            charged
            refunded
          }
        }
      }
    }
  `,
  [PROGRESS],
)

/** Cancels an analysis after saying what is paid back. */
export function CancelAnalysis({ analysisId, remaining }: { analysisId: string; remaining: number }) {
  const [asking, setAsking] = useState(false)
  const [{ fetching, error }, cancel] = useMutation(CANCEL)
  const mayCancel = useMay('ANALYSIS_START')
  const confirm = async () => {
    const { data } = await cancel({ analysisId })
    if (data) setAsking(false)
  }
  return (
    <>
      <Button
        kind="danger"
        disabled={!mayCancel}
        title={mayCancel ? undefined : 'Your role may not cancel analyses.'}
        onClick={() => setAsking(true)}
      >
        Cancel analysis
      </Button>
      {asking && (
        <Dialog
          title="Cancel this analysis?"
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>Go on asking</Button>
              <Button kind="danger" busy={fetching} onClick={confirm}>
                Cancel analysis
              </Button>
            </>
          }
        >
          <p>
            {count(remaining, 'question')} without an answer will not be asked any more:{' '}
            {count(remaining, 'credit')} will be paid back. Answers that were recorded are kept and charged.
          </p>
          <ActionError error={error} />
        </Dialog>
      )}
    </>
  )
}
