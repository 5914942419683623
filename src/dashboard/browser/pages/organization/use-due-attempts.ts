import { useEffect } from 'react'
import { useClient } from 'urql'
import { type DeliveryRow, SOME_DELIVERIES } from './delivery-list.ts'

/** Pauses between two requests, in milliseconds. Each pause is twice the previous one. */
const FIRST_PAUSE = 1_500
const MAX_PAUSE = 60_000

/** Maximum number of nodes per request. */
const MAX_IDS = 100

/**
 * Refetches pending deliveries while they are shown, with increasing pauses after each change. The time of the next
 * attempt cannot be used instead, because it already moves on when an attempt starts.
 */
export function useDueAttempts(rows: readonly DeliveryRow[]): void {
  const client = useClient()
  useEffect(() => {
    const waiting = rows.filter(({ status }) => status === 'PENDING')
    const ids = waiting.slice(0, MAX_IDS).map(({ id }) => id)
    if (ids.length === 0) return
    let pause = FIRST_PAUSE
    let timer: ReturnType<typeof setTimeout> | null = null
    const read = async () => {
      await client.query(SOME_DELIVERIES, { ids }, { requestPolicy: 'network-only' }).toPromise()
      pause = Math.min(MAX_PAUSE, pause * 2)
      if (timer) timer = setTimeout(read, pause)
    }
    timer = setTimeout(read, pause)
    return () => {
      if (timer) clearTimeout(timer)
      timer = null
    }
  }, [client, rows])
}
