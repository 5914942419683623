import type { AnyEvent, ClientMessage, EventBus } from '../core/events.ts'
import type { Topics } from '../infra/events.ts'

/** Publishes the core's events on a topic of their batch or re-extraction, and on one of their project; messages of clients on one of their session. */
export function createEventBus(topics: Topics<AnyEvent | ClientMessage>): EventBus {
  return {
    publish(event) {
      const names = 'batchId' in event ? [batchTopic(event.batchId)] : []
      if ('reextractionId' in event) names.push(reextractionTopic(event.reextractionId))
      if (event.projectId !== null) names.push(projectTopic(event.projectId))
      for (const name of names) topics.publish(name, event)
    },
    // The casts hold because only events of the batch, the re-extraction, … are published on its topic.
    subscribe: async (batchId) =>
      (await topics.subscribe(batchTopic(batchId))) as Awaited<ReturnType<EventBus['subscribe']>>,
    subscribeReextraction: async (reextractionId) =>
      (await topics.subscribe(reextractionTopic(reextractionId))) as Awaited<
        ReturnType<EventBus['subscribeReextraction']>
      >,
    subscribeProject: async (projectId) =>
      (await topics.subscribe(projectTopic(projectId))) as Awaited<ReturnType<EventBus['subscribeProject']>>,
    publishClientMessage: (message) => topics.publish(sessionTopic(message.session), message),
    subscribeClientMessages: async (session) =>
      (await topics.subscribe(sessionTopic(session))) as Awaited<
        ReturnType<EventBus['subscribeClientMessages']>
      >,
  }
}

const batchTopic = (id: string) => `batch:${id}`
const reextractionTopic = (id: string) => `reextraction:${id}`
const projectTopic = (id: string) => `project:${id}`
const sessionTopic = (id: string) => `session:${id}`
