import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

/**
 * Creates a logger that writes to standard error: JSON lines, or text for people. Standard output is reserved for the output of
 * commands.
 * @param format null: text on a terminal, otherwise JSON
 * @param traceId returns the id of the current trace, for the lines that belong to one; null without tracing
 */
export function createLogger(
  level: string,
  format: 'pretty' | 'json' | null,
  traceId: (() => string | null) | null = null,
): Logger {
  const isPretty = format === null ? process.stderr.isTTY : format === 'pretty'
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      ...(traceId && {
        mixin() {
          const id = traceId()
          return id === null ? {} : { traceId: id }
        },
      }),
      serializers: { error: loggedError },
      // A safeguard. No call logs these intentionally.
      redact: ['authorization', '*.authorization', 'key', '*.key', 'secret', '*.secret'],
    },
    // Asynchronous, so that log lines do not block the event loop. pino flushes its buffer when the process exits.
    isPretty
      ? pretty({
          destination: 2,
          sync: false,
          translateTime: 'HH:MM:ss',
          colorize: hasColors(process.stderr),
        })
      : pino.destination({ dest: 2, sync: false }),
  )
}

/** Whether text for a stream should have colors: on a terminal that shows them, unless `NO_COLOR` is set. */
export function hasColors(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && stream.hasColors()
}

/** An error in a log line. */
interface LoggedError {
  type: string
  message: string
  code?: unknown
  stack?: string
  cause?: LoggedError
}

/**
 * Returns the parts of an error that are safe to log. Omits PostgreSQL's `detail` and `where`, which contain values of rows, and
 * the message of a SyntaxError, which quotes the parsed text. Both may contain text of an answer.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' }
  const { name, message, stack, cause } = error
  const frames = stack?.indexOf('\n    at ') ?? -1
  return {
    type: name,
    message: error instanceof SyntaxError ? 'the text could not be parsed' : message,
    ...('code' in error && { code: error.code }),
    ...(stack && frames >= 0 && { stack: stack.slice(frames + 1) }),
    ...(cause !== undefined && { cause: loggedError(cause) }),
  }
}
