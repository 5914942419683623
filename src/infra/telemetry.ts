import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** A metric, with its name in Prometheus. */
interface Definition {
  name: string
  help: string
  labels: readonly string[]
}

type Labels = Readonly<Record<string, string>>

/** A value that is read when the metrics are collected. */
export interface Reading extends Definition {
  values: readonly { labels: Labels; value: number }[]
}

/** Upper limits of the buckets of all durations, in seconds. Providers take up to three minutes. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180]

/**
 * Maximum number of different values of a label. Clients choose the names of GraphQL operations, and every combination of labels
 * takes memory here and in Prometheus. Further values are counted as `other`.
 */
const MAX_LABEL_VALUES = 200

/**
 * Creates the metrics of a process in the format of Prometheus, with the usual ones of Node.js, such as the delay of the event loop.
 * @param catalog the counters, durations (in seconds) and levels to offer
 */
export function createTelemetry<
  Counters extends string,
  Durations extends string,
  Levels extends string,
>(catalog: {
  counters: Readonly<Record<Counters, Definition>>
  durations: Readonly<Record<Durations, Definition>>
  levels: Readonly<Record<Levels, Definition>>
}) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const create = <Name extends string, Metric>(
    definitions: Readonly<Record<Name, Definition>>,
    make: (options: { name: string; help: string; labelNames: string[]; registers: Registry[] }) => Metric,
  ) =>
    // The type is safe: the result has the keys of the definitions.
    Object.fromEntries(
      Object.entries<Definition>(definitions).map(([key, { name, help, labels }]) => [
        key,
        make({ name, help, labelNames: [...labels], registers: [registry] }),
      ]),
    ) as Record<Name, Metric>
  const counters = create(catalog.counters, (options) => new Counter(options))
  const durations = create(catalog.durations, (options) => new Histogram({ ...options, buckets: BUCKETS }))
  const levels = create(catalog.levels, (options) => new Gauge(options))
  const limit = createLabelLimit()
  return {
    count: (counter: Counters, labels: Labels, amount = 1) =>
      counters[counter].inc(limit(counter, labels), amount),
    observe: (duration: Durations, labels: Labels, seconds: number) =>
      durations[duration].observe(limit(duration, labels), seconds),
    change: (level: Levels, amount: number) => levels[level].inc(amount),
    /** Returns all metrics and the readings as text, and its media type. */
    async collect(readings: readonly Reading[]): Promise<{ contentType: string; text: string }> {
      const once = new Registry()
      for (const { name, help, labels, values } of readings) {
        const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [once] })
        for (const { labels, value } of values) gauge.set(labels, value)
      }
      const text = await Promise.all([registry.metrics(), once.metrics()])
      return { contentType: registry.contentType, text: text.join('\n') }
    },
  }
}

/** Returns a function that replaces the values of labels after {@link MAX_LABEL_VALUES} different ones. */
function createLabelLimit(): (metric: string, labels: Labels) => Labels {
  const seen = new Map<string, Set<string>>()
  return (metric, labels) =>
    Object.fromEntries(
      Object.entries(labels).map(([label, value]) => {
        const key = `${metric} ${label}`
        const values = seen.get(key) ?? new Set()
        seen.set(key, values)
        if (values.size >= MAX_LABEL_VALUES && !values.has(value)) return [label, 'other']
        values.add(value)
        return [label, value]
      }),
    )
}
