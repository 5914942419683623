import { EventEmitter, on } from 'node:events'
import type { Redis } from 'ioredis'

/** Delivers events to the current subscribers of a topic; nothing is stored. */
export interface Topics<Event> {
  publish(topic: string, event: Event): Promise<void>
  /** Resolves once the subscription is established: events published later are delivered. */
  subscribe(topic: string): Promise<AsyncIterable<Event> & { close(): void }>
  close(): Promise<void>
}

/** Topics within one process. */
export function createLocalTopics<Event>(): Topics<Event> {
  const emitter = new EventEmitter().setMaxListeners(0)
  return {
    publish: async (topic, event) => {
      emitter.emit(topic, event)
    },
    subscribe: async (topic) => listen<Event>(emitter, topic),
    close: async () => {
      emitter.removeAllListeners()
    },
  }
}

/** Topics shared by all processes that use the same Redis and prefix, by Redis Pub/Sub. */
export function createRedisTopics<Event>(redis: Redis, prefix: string): Topics<Event> {
  const emitter = new EventEmitter().setMaxListeners(0)
  const subscriber = redis.duplicate()
  subscriber.on('error', () => {})
  subscriber.on('message', (channel: string, message: string) => {
    emitter.emit(channel, JSON.parse(message) as Event)
  })
  const listeners = new Map<string, number>()

  async function unsubscribe(channel: string): Promise<void> {
    const remaining = (listeners.get(channel) ?? 1) - 1
    if (remaining > 0) return void listeners.set(channel, remaining)
    listeners.delete(channel)
    await subscriber.unsubscribe(channel).catch(() => {})
  }

  return {
    publish: async (topic, event) => {
      await redis.publish(prefix + topic, JSON.stringify(event))
    },
    subscribe: async (topic) => {
      const channel = prefix + topic
      listeners.set(channel, (listeners.get(channel) ?? 0) + 1)
      const listener = listen<Event>(emitter, channel, () => void unsubscribe(channel))
      await subscriber.subscribe(channel)
      return listener
    },
    close: async () => {
      subscriber.disconnect()
      emitter.removeAllListeners()
    },
  }
}

/** Starts to listen: events that arrive before the iteration begins are buffered. `onClose` is called once. */
function listen<Event>(emitter: EventEmitter, topic: string, onClose: () => void = () => {}) {
  const stop = new AbortController()
  const events = on(emitter, topic, { signal: stop.signal })
  let open = true
  return {
    async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
      try {
        for await (const [event] of events) yield event as Event
      } catch (error) {
        if (!stop.signal.aborted) throw error
      }
    },
    close() {
      if (!open) return
      open = false
      stop.abort()
      onClose()
    },
  }
}
