import type { Plugin } from 'graphql-yoga'
import type { Actor } from '../../core/actor.ts'
import type { PendingRequest } from '../../core/pending-request.ts'
import type { GraphqlContext } from '../context.ts'
import type { Failure } from '../errors.ts'
import type { Operation } from '../operation.ts'
import type { ReusableBody } from '../reusable-body.ts'

/** The state of a request: its caller, and what plugins hand on to each other and to the sender of the answer. */
export interface RequestState {
  readonly actor: Actor
  readonly requestId: string
  readonly request: PendingRequest
  /** The operation being executed and its context. */
  execution?: { operation: Operation; context: GraphqlContext }
  /** The body of the answer, if it comes from the cache or was just cached. */
  reusable?: ReusableBody
  /** Status and headers of an answer without data. */
  failure?: Failure
}

/** What Yoga is given with a request. The state is an object of its own because Yoga copies the members of its context. */
export interface RequestContext {
  state: RequestState
}

/** A plugin of our Yoga server. */
export type GraphqlPlugin = Plugin<RequestContext, RequestContext>
