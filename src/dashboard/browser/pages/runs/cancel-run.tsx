import { useMutation } from 'urql'
import { count } from '../../formatting/format.ts'
import { graphql } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { useMay } from '../../layout/viewer.ts'
import { CancelButton } from '../../progress/cancel-button.tsx'
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

/** Cancels a run after a confirmation that explains the effect. */
export function CancelRun({ runId, remaining }: { runId: string; remaining: number }) {
  const [, cancel] = useMutation(CANCEL)
  return (
    <CancelButton
      noun="run"
      mayCancel={useMay('RUNS_START')}
      effect={`${count(remaining, 'question')} will be skipped. Answers received so far are kept, and the metrics are computed from them.`}
      cancel={async () => problemOf((await cancel({ runId })).error)}
    />
  )
}
