import { AppError } from './errors.ts'

/** The request that an operation answers. */
export interface PendingRequest {
  /** False once its client has closed the connection. */
  readonly connected: boolean
  /** When it counts as having waited too long to be begun, by `performance.now()`. */
  readonly deadline: number
}

/**
 * To be called right before an operation is begun.
 * @throws {AppError} SERVICE_UNAVAILABLE for a request whose client has gone, or that has waited too long
 */
export function refuseLate(request: PendingRequest | undefined): void {
  refuseAbandoned(request)
  if (!request || performance.now() <= request.deadline) return
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    'The request waited too long to be begun, and nothing was changed. Send it again.',
    { retryAfter: 1 },
  )
}

/**
 * To be called right before what an operation has done becomes final.
 * @throws {AppError} SERVICE_UNAVAILABLE, which is only logged, for a request whose client has gone
 */
export function refuseAbandoned(request: PendingRequest | undefined): void {
  if (request?.connected === false)
    throw new AppError('SERVICE_UNAVAILABLE', 'The client closed its connection. Nothing was changed.')
}
