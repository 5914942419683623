import type { AnyEvent, EventBus } from '../core/events.ts'
import type { Topics } from '../infra/events.ts'

/** The core's events on topics: one a batch, one a re-extraction, and one a project, which hears of both too. */
export function createEventBus(topics: Topics<AnyEvent>): EventBus {
  return {
    async publish(event) {
      const names = 'batchId' in event ? [batchTopic(event.batchId)] : []
      if ('reextractionId' in event) names.push(reextractionTopic(event.reextractionId))
      if (event.projectId !== null) names.push(projectTopic(event.projectId))
      await Promise.all(names.map((name) => topics.publish(name, event)))
    },
    // Nothing but its own events is published on the topic of a batch, and of a re-extraction.
    subscribe: async (batchId) =>
      (await topics.subscribe(batchTopic(batchId))) as Awaited<ReturnType<EventBus['subscribe']>>,
    subscribeReextraction: async (reextractionId) =>
      (await topics.subscribe(reextractionTopic(reextractionId))) as Awaited<
        ReturnType<EventBus['subscribeReextraction']>
      >,
    subscribeProject: (projectId) => topics.subscribe(projectTopic(projectId)),
  }
}

const batchTopic = (id: string) => `batch:${id}`
const reextractionTopic = (id: string) => `reextraction:${id}`
const projectTopic = (id: string) => `project:${id}`
