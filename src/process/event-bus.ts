import type { AnyEvent, ClientMessage, EventBus } from '../core/foundation/events.ts'
import type { Topics } from '../infra/events.ts'

/** Creates the event bus of core. Events are published to the topics of their batch or re-extraction and of their project. */
export function createEventBus(topics: Topics<AnyEvent | ClientMessage>): EventBus {
  // The cast is safe, because each topic has only events of the type that its subscribers expect.
  const subscribe = <Subscription>(topic: string) => topics.subscribe(topic) as Promise<Subscription>
  return {
    publish(event) {
      const names = 'batchId' in event ? [batchTopic(event.batchId)] : []
      if ('reextractionId' in event) names.push(reextractionTopic(event.reextractionId))
      if (event.projectId !== null) names.push(projectTopic(event.projectId))
      for (const name of names) topics.publish(name, event)
    },
    subscribe: (batchId) => subscribe(batchTopic(batchId)),
    subscribeReextraction: (reextractionId) => subscribe(reextractionTopic(reextractionId)),
    subscribeProject: (projectId) => subscribe(projectTopic(projectId)),
    publishClientMessage: (message) => topics.publish(sessionTopic(message.session), message),
    subscribeClientMessages: (session) => subscribe(sessionTopic(session)),
  }
}

const batchTopic = (id: string) => `batch:${id}`
const reextractionTopic = (id: string) => `reextraction:${id}`
const projectTopic = (id: string) => `project:${id}`
const sessionTopic = (id: string) => `session:${id}`
