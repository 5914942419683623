import type { Enumeration } from '../definitions/enumeration.ts'
import type { BatchKind, BatchStatus } from '../generated/prisma/enums.ts'

/** The state of a batch after a change: those columns that change while it runs. */
export interface BatchEvent {
  batchId: string
  kind: BatchKind
  /** Null for an analysis without a project. */
  projectId: string | null
  /** Increases with every change: orders events, and shows a new subscriber which of them its first read included. */
  seq: number
  status: BatchStatus
  total: number
  completed: number
  failed: number
}

/** The parts of a project; an event names the part that changed. */
export const PROJECT_PARTS = {
  project: 'Its own fields.',
  prompts: 'Its prompts, or their tags.',
  competitors: 'Its competitors.',
  discovered_brands: 'Which of its discovered brands are dismissed.',
  schedule: 'Its schedule.',
  setup: 'Its setup or its proposals.',
} as const satisfies Enumeration

export type ProjectPart = keyof typeof PROJECT_PARTS

/** A part of a project was changed, or the project was deleted. */
export interface ProjectEvent {
  projectId: string
  changed: ProjectPart | 'deleted'
}

/** A re-extraction started, made progress or ended. */
export interface ReextractionEvent {
  reextractionId: string
  /** The project of its run. */
  projectId: string
  /** Increases with every change. */
  seq: number
}

/** An event of any kind; its fields distinguish the kinds. */
export type AnyEvent = BatchEvent | ProjectEvent | ReextractionEvent

/** A message of a client about one of its requests that is under way, such as its cancellation. */
export interface ClientMessage {
  /** The session of the client, unique among all clients. */
  session: string
  message: unknown
}

/** The events that arrive after the subscription was established. */
export interface Subscription<Event> extends AsyncIterable<Event> {
  /** Ends the iteration, also while it waits for an event. */
  close(): void
}

/** Delivers events of committed changes to all processes. An event may be lost: subscribers also poll the database. */
export interface EventBus {
  /** Neither waits nor fails. */
  publish(event: AnyEvent): void
  /** Resolves once the subscription is established: with a working connection no event published later is missed. */
  subscribe(batchId: string): Promise<Subscription<BatchEvent>>
  /** As {@link subscribe}, to one re-extraction. */
  subscribeReextraction(reextractionId: string): Promise<Subscription<ReextractionEvent>>
  /** As {@link subscribe}, to everything that happens in a project, its batches and re-extractions included. */
  subscribeProject(projectId: string): Promise<Subscription<AnyEvent>>
  /** Passes a message on to the process that carries out the request, whichever it is. Neither waits nor fails. */
  publishClientMessage(message: ClientMessage): void
  /** As {@link subscribe}, to the messages of one session. */
  subscribeClientMessages(session: string): Promise<Subscription<ClientMessage>>
}
