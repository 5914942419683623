/** Values that describe a span. Never names of people, brands or organizations, and no text of questions or answers. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** An operation that is being traced. */
export interface Span {
  rename(name: string): void
  set(attributes: SpanAttributes): void
}

/** How a span is started. */
export interface SpanOptions {
  /** Its part in the communication with other processes; `internal` by default. */
  kind?: 'internal' | 'server' | 'client' | 'consumer'
  attributes?: SpanAttributes
  /** `traceparent` of an operation in another process, or of an earlier one. The span around this call by default. */
  parent?: string | null
}

/** Records which operations belong together and how long they take, with OpenTelemetry. */
export interface Tracing {
  /** Runs `work` in a span, which ends with it. */
  span<T>(name: string, work: (span: Span) => Promise<T>, options?: SpanOptions): Promise<T>
  /** Returns the id of the current span as in the header `traceparent` (W3C Trace Context); null outside of a span. */
  current(): string | null
}

const NO_SPAN: Span = { rename() {}, set() {} }

/** Records nothing. */
export const NO_TRACING: Tracing = { span: (_, work) => work(NO_SPAN), current: () => null }

/** Returns the id of the trace in a `traceparent`: 32 hexadecimal digits. */
export function traceIdOf(parent: string | null): string | null {
  return parent?.split('-')[1] ?? null
}
