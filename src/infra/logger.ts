import { type Logger, pino } from 'pino'

/** A logger of JSON lines on standard error; standard output is for the output of commands. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: loggedError },
      // A second safeguard: no call logs these on purpose.
      redact: ['authorization', '*.authorization', 'key', '*.key', 'secret', '*.secret'],
    },
    // Asynchronous, so that a log line does not block the event loop; pino flushes its buffer when the process exits.
    pino.destination({ dest: 2, sync: false }),
  )
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
 * The parts of an error that are safe to log. PostgreSQL's `detail` and `where`, which contain rows and values, are left out, and
 * so is the message of a SyntaxError, which quotes the text that was parsed: either may be the text of an answer.
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
