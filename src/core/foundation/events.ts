import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import type { BatchKind, BatchStatus } from '../../generated/prisma/enums.ts'

/** State of a batch after a change, with the columns that change while it runs. */
export interface BatchEvent {
  batchId: string
  kind: BatchKind
  /** Null for an analysis without a project. */
  projectId: string | null
  /** Increases with every change. Orders events and lets a new subscriber skip events that its first read included. */
  seq: number
  status: BatchStatus
  total: number
  completed: number
  failed: number
}

/** Parts of a project; an event names the part that changed. */
export const PROJECT_PARTS = {
  project: 'The fields of the project itself.',
  prompts: 'Prompts or their tags.',
  competitors: 'Competitors.',
  facts: 'Facts about the brand.',
  discovered_brands: 'Dismissed discovered brands.',
  prompt_suggestions: 'Dismissed suggestions of prompts.',
  opportunities: 'Status, assignee or note of an opportunity, or what its cited pages say.',
  schedule: 'The schedule.',
  setup: 'The setup or its proposals.',
  alert_rules: 'The rules for alerts, or what is muted.',
  alerts: 'Alerts were raised.',
} as const satisfies Enumeration

export type ProjectPart = keyof typeof PROJECT_PARTS

/** A part that users change. Its changes increase the version of the project and are logged. */
export type ProjectSetting = Exclude<ProjectPart, 'alerts'>

/** A part of a project was changed, or the project was deleted. */
export interface ProjectEvent {
  projectId: string
  changed: ProjectPart | 'deleted'
}

/** A re-extraction started, made progress or ended. */
export interface ReextractionEvent {
  reextractionId: string
  projectId: string
  /** Increases with every change. */
  seq: number
}

/** An event of any kind, distinguished by its fields. */
export type AnyEvent = BatchEvent | ProjectEvent | ReextractionEvent

/** A message from a client about one of its running requests, such as a cancellation. */
export interface ClientMessage {
  /** Session id of the client, unique among all clients. */
  session: string
  message: unknown
}

/** Events that arrive after the subscription is established. */
export interface Subscription<Event> extends AsyncIterable<Event> {
  /** Ends the iteration, even while it waits for an event. */
  close(): void
}

/**
 * Delivers events about committed changes to all processes. Events may be lost, so subscribers also poll the database.
 */
export interface EventBus {
  /** Returns immediately and never throws. */
  publish(event: AnyEvent): void
  /** Resolves once the subscription is established. With a working connection, no later event is missed. */
  subscribe(batchId: string): Promise<Subscription<BatchEvent>>
  /** Subscribes to a re-extraction, like {@link subscribe}. */
  subscribeReextraction(reextractionId: string): Promise<Subscription<ReextractionEvent>>
  /** Subscribes to all events of a project, including its batches and re-extractions, like {@link subscribe}. */
  subscribeProject(projectId: string): Promise<Subscription<AnyEvent>>
  /** Sends a message to the process that handles the request. Returns immediately and never throws. */
  publishClientMessage(message: ClientMessage): void
  /** Subscribes to the messages of a session, like {@link subscribe}. */
  subscribeClientMessages(session: string): Promise<Subscription<ClientMessage>>
}
