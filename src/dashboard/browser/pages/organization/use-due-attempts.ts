import { useEffect } from 'react'
import { useClient } from 'urql'
import { type DeliveryRow, SOME_DELIVERIES } from './delivery-list.ts'

/** The pauses between two readings, in milliseconds: each is twice the one before. */
const FIRST_PAUSE = 1_500
const LONGEST_PAUSE = 60_000

/** How many nodes can be read at once. */
const MOST = 100

/**
 * Reads deliveries that wait for an attempt again, for as long as they are shown: soon after one has changed, and then less and
 * less often. When the next attempt is due does not say when to look: while one is being made, that time is already later.
 */
export function useDueAttempts(rows: readonly DeliveryRow[]): void {
  const client = useClient()
  useEffect(() => {
    const waiting = rows.filter(({ status }) => status === 'PENDING')
    const ids = waiting.slice(0, MOST).map(({ id }) => id)
    if (ids.length === 0) return
    let pause = FIRST_PAUSE
    let timer: ReturnType<typeof setTimeout> | null = null
    const read = async () => {
      await client.query(SOME_DELIVERIES, { ids }, { requestPolicy: 'network-only' }).toPromise()
      pause = Math.min(LONGEST_PAUSE, pause * 2)
      if (timer) timer = setTimeout(read, pause)
    }
    timer = setTimeout(read, pause)
    return () => {
      if (timer) clearTimeout(timer)
      timer = null
    }
  }, [client, rows])
}
