import { useMutation } from 'urql'
import { count } from '../../formatting/format.ts'
import { graphql } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { useMay } from '../../layout/viewer.ts'
import { CancelButton } from '../../progress/cancel-button.tsx'
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

/** Cancels an analysis after a confirmation that shows the refund. */
export function CancelAnalysis({ analysisId, remaining }: { analysisId: string; remaining: number }) {
  const [, cancel] = useMutation(CANCEL)
  return (
    <CancelButton
      noun="analysis"
      mayCancel={useMay('ANALYSIS_START')}
      effect={`${count(remaining, 'question')} will be skipped and ${count(remaining, 'credit')} refunded. Answers received so far are kept and charged.`}
      cancel={async () => problemOf((await cancel({ analysisId })).error)}
    />
  )
}
