import type { BatchStatus } from '../generated/prisma/enums.ts'

/** State of a batch after a change: as much of it as moves while it runs. */
export interface BatchEvent {
  batchId: string
  /** Grows with every change: orders events, and tells a newcomer what it has seen already. */
  seq: number
  status: BatchStatus
  total: number
  completed: number
  failed: number
}

export interface Subscription extends AsyncIterable<BatchEvent> {
  /** Ends the iteration, also one that is waiting. */
  close(): void
}

/** Tells every process about changes, after they are visible to a query. Delivery is not guaranteed: readers look again. */
export interface EventBus {
  publish(event: BatchEvent): Promise<void>
  /** Resolves once nothing published from now on can be missed by a working connection. */
  subscribe(batchId: string): Promise<Subscription>
}
