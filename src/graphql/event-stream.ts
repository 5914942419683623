import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Actor } from '../core/actor.ts'
import { AppError } from '../core/errors.ts'
import type { GraphqlContext } from './context.ts'
import type { Engine } from './engine.ts'
import { type ErrorReport, present, presentResult } from './errors.ts'
import type { Audience } from './live/audience.ts'
import { CoalescingOutlet } from './live/outlet.ts'
import type { Operation, Variables } from './operation.ts'

/** How often a quiet stream shows that it is alive, in milliseconds. */
const HEARTBEAT = 12_000

/**
 * Answers an operation as server-sent events, in the distinct connections mode of GraphQL over SSE: `next` for each result,
 * then `complete`. A server that closes ends the stream without the latter: its client may come again.
 * @throws {AppError} RATE_LIMITED before anything is sent
 */
export function openEventStream({
  request,
  response,
  headers,
  engine,
  audience,
  closing,
  report,
  operation,
  variables,
  context,
  actor,
}: {
  request: IncomingMessage
  response: ServerResponse
  headers: OutgoingHttpHeaders
  engine: Engine
  audience: Audience
  closing: AbortSignal
  report: ErrorReport
  operation: Operation
  variables: Variables
  context: () => GraphqlContext
  actor: Actor
}): void {
  const next = (json: string) => response.write(`event: next\ndata: ${json}\n\n`)
  const cleanup: (() => void)[] = []
  const release = () => {
    for (const clean of cleanup.splice(0)) clean()
  }
  // Released first: a slow client is long in taking the end, and nothing may be written after it.
  const end = (last = '') => {
    release()
    response.end(last)
  }
  const complete = () => end('event: complete\ndata:\n\n')
  const place = audience.enter(actor, () => {
    next(JSON.stringify({ errors: [present(REVOKED, report)] }))
    complete()
  })
  cleanup.push(() => place.leave())
  response.on('close', release)
  try {
    cleanup.push(place.operation())
  } catch (error) {
    release()
    throw error
  }
  response.writeHead(200, { ...headers, ...EVENT_STREAM })
  response.flushHeaders()
  request.socket.setNoDelay(true)
  const stop = () => end()
  closing.addEventListener('abort', stop)
  cleanup.push(() => closing.removeEventListener('abort', stop))
  if (closing.aborted) return void stop()
  const heartbeat = setInterval(() => response.write(':\n\n'), HEARTBEAT).unref()
  cleanup.push(() => clearInterval(heartbeat))

  if (operation.type !== 'subscription') {
    void answerOnce()
    return
  }
  const refused = operation.refusal(variables)
  if (refused) {
    next(JSON.stringify(presentResult(refused, report)))
    return void complete()
  }
  const outlet = new CoalescingOutlet({
    send: ({ json }) => next(json),
    end: complete,
    full: () => response.writableNeedDrain,
  })
  response.on('drain', () => outlet.drain())
  cleanup.push(engine.live.subscribe({ operation, variables, context, report }, outlet))

  async function answerOnce(): Promise<void> {
    const result = await operation.execute(variables, context())
    // Its client may have gone, or its key, while it was carried out.
    if (response.writableEnded) return
    next(JSON.stringify(presentResult(result, report)))
    complete()
  }
}

const EVENT_STREAM = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache',
  // For proxies that would rather send a whole answer.
  'X-Accel-Buffering': 'no',
}

const REVOKED = new AppError('UNAUTHORIZED', 'The key was revoked, or the session has ended.')
