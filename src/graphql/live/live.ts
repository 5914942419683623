import { viewOf } from '../../core/actor.ts'
import type { Outlet } from './outlet.ts'
import { Source, type Subscription } from './source.ts'

/** The subscriptions of a process: who asks the same and may see the same shares one source. */
export class Live {
  readonly #sources = new Map<string, Source>()

  /** Gives the states of a subscription to the outlet, from the current one on. @returns what ends that */
  subscribe(subscription: Subscription, outlet: Outlet): () => void {
    const { operation, variables, context } = subscription
    const key = `${operation.id} ${viewOf(context().ctx.actor)} ${JSON.stringify(variables)}`
    const known = this.#sources.get(key)
    if (known && !known.ended) return known.join(outlet, { first: false })
    const source = new Source(subscription, () => {
      if (this.#sources.get(key) === source) this.#sources.delete(key)
    })
    this.#sources.set(key, source)
    return source.join(outlet, { first: true })
  }

  /** How many are carried out. */
  get size(): number {
    return this.#sources.size
  }
}
