import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

type Attributes = Readonly<Record<string, string | number | boolean>>

interface Options {
  kind?: 'internal' | 'server' | 'client' | 'consumer'
  attributes?: Attributes
  parent?: string | null
}

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const

/**
 * Creates spans and sends them to a collector over OTLP. The address, headers and batching come from the usual variables of
 * OpenTelemetry, such as OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS. The provider is not registered globally,
 * because libraries would then send spans too.
 */
export function createTracing({ serviceName, version }: { serviceName: string; version: string }) {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('answergraph', version)
  const active = new AsyncLocalStorage<Span>()
  return {
    async span<T>(
      name: string,
      work: (span: { rename(name: string): void; set(attributes: Attributes): void }) => Promise<T>,
      { kind = 'internal', attributes, parent }: Options = {},
    ): Promise<T> {
      const outer = active.getStore()
      const given = parseParent(parent ?? null)
      const context = given
        ? trace.setSpanContext(ROOT_CONTEXT, given)
        : outer
          ? trace.setSpan(ROOT_CONTEXT, outer)
          : ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: KINDS[kind], ...(attributes && { attributes }) }, context)
      try {
        return await active.run(span, () =>
          work({
            rename: (name) => void span.updateName(name),
            set: (attributes) => void span.setAttributes(attributes),
          }),
        )
      } catch (error) {
        // The message may contain data of users.
        span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' })
        throw error
      } finally {
        span.end()
      }
    },
    current(): string | null {
      const context = active.getStore()?.spanContext()
      return context ? `00-${context.traceId}-${context.spanId}-0${context.traceFlags}` : null
    },
    /** Sends the remaining spans. */
    close: () => provider.shutdown(),
  }
}

/** Returns the context of a `traceparent` (W3C Trace Context, version 00); null if it is invalid. */
function parseParent(parent: string | null) {
  const [, traceId, spanId, flags] =
    /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/.exec(parent ?? '') ?? []
  if (!traceId || !spanId || !flags) return null
  const isSampled = (Number.parseInt(flags, 16) & TraceFlags.SAMPLED) !== 0
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true }
}
