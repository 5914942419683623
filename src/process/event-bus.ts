import type { BatchEvent, EventBus, ProjectEvent } from '../core/events.ts'
import type { Topics } from '../infra/events.ts'

type AnyEvent = BatchEvent | ProjectEvent

/** The core's events on topics: one a batch, and one a project, which hears of its batches too. */
export function createEventBus(topics: Topics<AnyEvent>): EventBus {
  return {
    async publish(event) {
      const names = 'batchId' in event ? [batchTopic(event.batchId)] : []
      if (event.projectId !== null) names.push(projectTopic(event.projectId))
      await Promise.all(names.map((name) => topics.publish(name, event)))
    },
    // Nothing but a batch's own events is published on its topic.
    subscribe: async (batchId) =>
      (await topics.subscribe(batchTopic(batchId))) as Awaited<ReturnType<EventBus['subscribe']>>,
    subscribeProject: (projectId) => topics.subscribe(projectTopic(projectId)),
  }
}

const batchTopic = (id: string) => `batch:${id}`
const projectTopic = (id: string) => `project:${id}`
