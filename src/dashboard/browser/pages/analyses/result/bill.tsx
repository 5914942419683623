import { Facts } from '../../../components/facts.tsx'
import { dayAndTime, dollars, number } from '../../../formatting/format.ts'
import { hasEnded } from '../../../progress/status.tsx'
import type { ShownAnalysis } from './documents.ts'

/** Shows when the analysis ran and what it cost. */
export function Bill({ analysis }: { analysis: ShownAnalysis }) {
  const { credits, costUsd, startedAt, finishedAt, status } = analysis
  return (
    <Facts
      facts={{
        Started: dayAndTime(startedAt),
        Finished: finishedAt && dayAndTime(finishedAt),
        'Credits reserved': number(credits.reserved),
        Charged: hasEnded(status) ? number(credits.charged) : 'at the end',
        Refunded: hasEnded(status) ? number(credits.refunded) : 'at the end',
        'Provider cost': costUsd !== null && dollars(costUsd),
      }}
    />
  )
}
