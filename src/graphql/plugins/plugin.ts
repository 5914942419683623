import type { Plugin } from 'graphql-yoga'
import type { Actor } from '../../core/foundation/actor.ts'
import type { PendingRequest } from '../../core/foundation/pending-request.ts'
import type { Operation } from '../execution/operation.ts'
import type { GraphqlContext } from '../foundation/context.ts'
import type { Failure } from '../foundation/errors.ts'
import type { ReusableBody } from '../foundation/reusable-body.ts'

/**
 * State of a request: its caller, and values that plugins pass to each other and to the code that sends the response.
 */
export interface RequestState {
  readonly actor: Actor
  readonly requestId: string
  readonly request: PendingRequest
  /** The operation being executed and its context. */
  execution?: { operation: Operation; context: GraphqlContext }
  /** Body of the response, if it comes from the cache or was just cached. */
  reusable?: ReusableBody
  /** Status and headers of a response without data. */
  failure?: Failure
}

/**
 * Context passed to Yoga with a request. The state is a separate object because Yoga copies the members of its
 * context.
 */
export interface RequestContext {
  state: RequestState
}

/** Plugin of our Yoga server. */
export type GraphqlPlugin = Plugin<RequestContext, RequestContext>
