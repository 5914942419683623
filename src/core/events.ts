import type { BatchKind, BatchStatus } from '../generated/prisma/enums.ts'

/** State of a batch after a change: as much of it as moves while it runs. */
export interface BatchEvent {
  batchId: string
  kind: BatchKind
  /** The project it is of; null for a projectless analysis. */
  projectId: string | null
  /** Grows with every change: orders events, and tells a newcomer what it has seen already. */
  seq: number
  status: BatchStatus
  total: number
  completed: number
  failed: number
}

/** What of a project may change by itself. */
export type ProjectPart = 'project' | 'prompts' | 'competitors' | 'schedule' | 'setup'

/** Something of a project was changed, or the project was deleted. */
export interface ProjectEvent {
  projectId: string
  changed: ProjectPart | 'deleted'
}

/** A re-extraction moved: began, went on, ended. */
export interface ReextractionEvent {
  reextractionId: string
  /** The project whose run it reads. */
  projectId: string
  /** Grows with every change. */
  seq: number
}

/** Everything that is told. */
export type AnyEvent = BatchEvent | ProjectEvent | ReextractionEvent

export interface Subscription<Event> extends AsyncIterable<Event> {
  /** Ends the iteration, also one that is waiting. */
  close(): void
}

/** Tells every process about changes, after they are visible to a query. Delivery is not guaranteed: readers look again. */
export interface EventBus {
  publish(event: AnyEvent): Promise<void>
  /** Resolves once nothing published from now on can be missed by a working connection. */
  subscribe(batchId: string): Promise<Subscription<BatchEvent>>
  /** As {@link subscribe}, to one re-extraction. */
  subscribeReextraction(reextractionId: string): Promise<Subscription<ReextractionEvent>>
  /** As {@link subscribe}, to everything that happens in a project, its batches and re-extractions included. */
  subscribeProject(projectId: string): Promise<Subscription<AnyEvent>>
}
