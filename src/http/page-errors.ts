import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { ErrorHandler } from 'hono'
import type { Logger } from '../core/foundation/context.ts'
import type { HttpEnv } from './environment.ts'
import { httpStatus, toPublicError } from './errors.ts'
import { sendMessage } from './html-page.ts'
import { maskPath } from './masked-path.ts'

/** Returns a handler that responds to errors with a page for people. */
export function respondWithPage(logger: Logger): ErrorHandler<HttpEnv> {
  return (thrown, context) => {
    const { outgoing, exchange } = context.env
    const { method, path } = context.req
    const error = toPublicError(thrown, {
      logger,
      requestId: exchange.requestId,
      method,
      path: maskPath(path),
    })
    if (outgoing.headersSent) return RESPONSE_ALREADY_SENT
    if (error.retryAfter !== null) outgoing.setHeader('Retry-After', error.retryAfter)
    return sendMessage(context, {
      title: error.code === 'RATE_LIMITED' ? 'Too many attempts' : 'This page cannot be shown',
      text: error.message,
      status: httpStatus(error),
    })
  }
}
