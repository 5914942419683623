import { type Logger, pino } from 'pino'

/** A logger of JSON lines on standard error; standard output is for the output of commands. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: pino.stdSerializers.err },
      // A second safeguard: no call logs these on purpose.
      redact: ['authorization', '*.authorization', 'key', '*.key', 'secret', '*.secret'],
    },
    // Asynchronous, so that a log line does not block the event loop; pino flushes its buffer when the process exits.
    pino.destination({ dest: 2, sync: false }),
  )
}
