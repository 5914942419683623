import { EventEmitter, on } from 'node:events'
import type { RedisConnections } from './redis.ts'

/** Delivers events to the current subscribers of a topic. Events are not stored and may be lost. */
export interface Topics<Event> {
  publish(topic: string, event: Event): void
  /**
   * Resolves once the subscription delivers later events. While Redis is unavailable, it resolves immediately and delivers the
   * events that are published after Redis is back.
   */
  subscribe(topic: string): Promise<AsyncIterable<Event> & { close(): void }>
  close(): Promise<void>
}

/** Creates topics within this process. */
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

/** Creates topics on Redis Pub/Sub, shared by all processes with the same Redis and prefix. */
export function createRedisTopics<Event>(
  { commands, subscriber }: Pick<RedisConnections, 'commands' | 'subscriber'>,
  prefix: string,
): Topics<Event> {
  const emitter = new EventEmitter().setMaxListeners(0)
  const listeners = new Map<string, number>()
  // Skipped while Redis is unavailable, because all subscriptions are repeated whenever Redis is back.
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

/** Starts listening. Buffers events that arrive before the iteration starts. Calls `onClose` once. */
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
