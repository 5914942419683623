import { EventEmitter, on } from 'node:events'
import type { Redis } from 'ioredis'

/** Events by topic, for whoever listens at the time. */
export interface Topics<Event> {
  publish(topic: string, event: Event): Promise<void>
  /** Resolves when nothing published from now on can be missed. */
  subscribe(topic: string): Promise<AsyncIterable<Event> & { close(): void }>
  close(): Promise<void>
}

/** Topics of one process. */
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

/** Topics of all processes that use the same Redis and prefix, over its publish and subscribe. */
export function createRedisTopics<Event>(redis: Redis, prefix: string): Topics<Event> {
  const emitter = new EventEmitter().setMaxListeners(0)
  const subscriber = redis.duplicate()
  subscriber.on('error', () => {})
  subscriber.on('message', (channel: string, message: string) => {
    emitter.emit(channel, JSON.parse(message) as Event)
  })
  const listeners = new Map<string, number>()

  async function leave(channel: string): Promise<void> {
    const left = (listeners.get(channel) ?? 1) - 1
    if (left > 0) return void listeners.set(channel, left)
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
      const listener = listen<Event>(emitter, channel, () => void leave(channel))
      await subscriber.subscribe(channel)
      return listener
    },
    close: async () => {
      subscriber.disconnect()
      emitter.removeAllListeners()
    },
  }
}

/** Listens from this moment on: what comes before the first look is kept for it. */
function listen<Event>(emitter: EventEmitter, topic: string, left: () => void = () => {}) {
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
      left()
    },
  }
}
