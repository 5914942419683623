import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type OperationResult, useMutation } from 'urql'
import { Button } from '../../components/button.tsx'
import { ActionError } from '../../components/states.tsx'
import type { VariablesOf } from '../../graphql/graphql.ts'
import { type OpportunityNode, UPDATE } from './documents.ts'
import styles from './opportunities.module.css'
import { titleOf } from './words.ts'

/** Changes an opportunity. */
export type Update = (input: VariablesOf<typeof UPDATE>['input']) => Promise<OperationResult>

const NOTICES = {
  OPEN: 'is open again.',
  DONE: 'is done. Runs that start from now on show whether it helped.',
  IGNORED: 'is ignored.',
} as const satisfies Record<OpportunityNode['status'], string>

interface Moved {
  opportunity: OpportunityNode
  status: OpportunityNode['status']
}

/** Changes opportunities. `notice` reports the last change of a status with an undo button. */
export function useUpdate(): {
  update: Update
  setStatus: (opportunity: OpportunityNode, status: OpportunityNode['status']) => void
  notice: ReactNode
} {
  const [{ fetching, error }, send] = useMutation(UPDATE)
  const [moved, setMoved] = useState<Moved | null>(null)
  const update: Update = (input) => send({ input })
  const setStatus = async (opportunity: OpportunityNode, status: OpportunityNode['status']) => {
    const { data } = await send({ input: { opportunityId: opportunity.databaseId, status } })
    if (data) setMoved({ opportunity, status })
  }
  return {
    update,
    setStatus: (opportunity, status) => void setStatus(opportunity, status),
    notice: (moved || error) && (
      <section className={styles.notice} aria-label="Changed opportunities">
        {moved && (
          <Notice
            {...moved}
            busy={fetching}
            undo={() =>
              void setStatus({ ...moved.opportunity, status: moved.status }, moved.opportunity.status)
            }
          />
        )}
        <ActionError error={error} />
      </section>
    ),
  }
}

function Notice({ opportunity, status, busy, undo }: Moved & { busy: boolean; undo: () => void }) {
  const button = useRef<HTMLSpanElement>(null)
  // The card with the changed control is no longer in the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of either value is a new notice
  useEffect(() => button.current?.querySelector('button')?.focus(), [opportunity.id, status])
  return (
    <p role="status">
      “{titleOf(opportunity)}” {NOTICES[status]}{' '}
      <span ref={button}>
        <Button busy={busy} onClick={undo}>
          Undo
        </Button>
      </span>
    </p>
  )
}
