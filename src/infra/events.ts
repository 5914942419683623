import { EventEmitter, on } from 'node:events'
import type { RedisConnections } from './redis.ts'

/** Delivers events to the current subscribers of a topic; nothing is stored, and an event may be lost. */
export interface Topics<Event> {
  publish(topic: string, event: Event): void
  /**
   * Resolves once the subscription is established: events published later are delivered. What they are delivered by may be
   * away: then they are delivered from its return on.
   */
  subscribe(topic: string): Promise<AsyncIterable<Event> & { close(): void }>
  close(): Promise<void>
}

/** Topics within one process. */
export function createLocalTopics<Event>(): Topics<Event> {
  const emitter = new EventEmitter().setMaxListeners(0)
  return {
    publish: (topic, event) => {
      emitter.emit(topic, event)
    },
    subscribe: async (topic) => listen<Event>(emitter, topic),
    close: async () => {
      emitter.removeAllListeners()
    },
  }
}

/** Topics shared by all processes that use the same Redis and prefix, by Redis Pub/Sub. */
export function createRedisTopics<Event>(
  { commands, subscriber }: Pick<RedisConnections, 'commands' | 'subscriber'>,
  prefix: string,
): Topics<Event> {
  const emitter = new EventEmitter().setMaxListeners(0)
  const listeners = new Map<string, number>()
  // Not awaited by who subscribes while Redis is away, and done again for all at every return.
  const subscribeTo = async (channels: Iterable<string>) => {
    if (subscriber.status === 'ready') await subscriber.subscribe(...channels).catch(() => {})
  }
  subscriber.on('ready', () => {
    if (listeners.size > 0) void subscribeTo(listeners.keys())
  })
  subscriber.on('message', (channel: string, message: string) => {
    emitter.emit(channel, JSON.parse(message) as Event)
  })

  function unsubscribe(channel: string): void {
    const remaining = (listeners.get(channel) ?? 1) - 1
    if (remaining > 0) return void listeners.set(channel, remaining)
    listeners.delete(channel)
    subscriber.unsubscribe(channel).catch(() => {})
  }

  return {
    publish: (topic, event) => {
      commands.publish(prefix + topic, JSON.stringify(event)).catch(() => {})
    },
    subscribe: async (topic) => {
      const channel = prefix + topic
      listeners.set(channel, (listeners.get(channel) ?? 0) + 1)
      const listener = listen<Event>(emitter, channel, () => unsubscribe(channel))
      await subscribeTo([channel])
      return listener
    },
    close: async () => {
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
