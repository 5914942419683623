import { Button } from '../../components/button.tsx'
import { day } from '../../formatting/format.ts'
import type { AdjacentAnswer } from '../model/answer.ts'

/** Links to the answers to the same question in the previous and the next run. */
export function AdjacentLinks({
  previous,
  next,
  isComparing,
  onCompare,
  onOpen,
}: {
  previous: AdjacentAnswer | null
  next: AdjacentAnswer | null
  isComparing: boolean
  onCompare: (compare: 'previous' | undefined) => void
  /** Opens an answer by its run id and its own id. */
  onOpen: (runId: string, answerId: string) => void
}) {
  return (
    <>
      {previous && (
        <Button onClick={() => onCompare(isComparing ? undefined : 'previous')}>
          {isComparing ? 'Stop comparing' : 'Compare with previous run'}
        </Button>
      )}
      {previous?.run && !isComparing && (
        <Button
          kind="quiet"
          onClick={() => previous.run && onOpen(previous.run.databaseId, previous.databaseId)}
        >
          ← {day(previous.run.finishedAt)}
        </Button>
      )}
      {next?.run && (
        <Button kind="quiet" onClick={() => next.run && onOpen(next.run.databaseId, next.databaseId)}>
          {next.run.finishedAt ? day(next.run.finishedAt) : 'Next run'} →
        </Button>
      )}
    </>
  )
}
