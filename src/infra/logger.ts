import { type Logger, pino } from 'pino'

/** Structured lines on standard error: standard output belongs to what a command prints. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: pino.stdSerializers.err },
      // A last guard; nothing logs these on purpose.
      redact: ['authorization', '*.authorization', 'key', '*.key', 'secret', '*.secret'],
    },
    pino.destination({ dest: 2, sync: true }),
  )
}
