import { AppError } from './errors.ts'

/** A request with a client that waits for the response. */
export interface PendingRequest {
  /** False once the client has closed the connection. */
  readonly connected: boolean
  /** Latest time to start the operation, by `performance.now()`. */
  readonly deadline: number
  /** Address of the client. */
  readonly address: string
  /** The turn in which the request runs; null or missing if it needs none. */
  readonly turn?: Turn | null
}

/** Permission to run, in a process that limits how many requests run at the same time. */
interface Turn {
  /**
   * Continues with the priority of bulk work, after all interactive requests. Call it before expensive work.
   * @throws {AppError} SERVICE_UNAVAILABLE if the process is overloaded
   */
  becomeBulk(): Promise<void>
  /** Ends the turn. Call it before the request only waits, for example for events. */
  end(): void
}

/**
 * Throws if the client has disconnected or the request has waited too long. Call it right before an operation starts.
 * @throws {AppError} SERVICE_UNAVAILABLE
 */
export function refuseLate(request: PendingRequest | undefined): void {
  refuseAbandoned(request)
  if (!request || performance.now() <= request.deadline) return
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    'The request waited too long and was not started. Send it again.',
    { retryAfter: 1 },
  )
}

/**
 * Throws if the client has disconnected. Call it right before an operation commits.
 * @throws {AppError} SERVICE_UNAVAILABLE, which appears only in the log
 */
export function refuseAbandoned(request: PendingRequest | undefined): void {
  if (request?.connected === false)
    throw new AppError('SERVICE_UNAVAILABLE', 'The client closed its connection. Nothing was changed.')
}
