import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { AppError } from '../core/foundation/errors.ts'
import type { RequestGate } from '../core/keys/admission.ts'
import type { HttpEnv } from './environment.ts'
import { countAddress } from './rate.ts'

/** Returns the metrics of the process as text, and the media type. */
export type CollectMetrics = () => Promise<{ contentType: string; text: string }>

/** Options of {@link createMetricsApp}. */
export interface MetricsOptions {
  collect: CollectMetrics
  /** Token that requests must send in the header Authorization; null if only trusted machines can reach the port. */
  token: string | null
}

/** Creates the app that serves /metrics in the format of Prometheus. */
export function createMetricsApp(gate: RequestGate, { collect, token }: MetricsOptions): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/metrics', async (context) => {
    if (token !== null && !isEqual(context.req.header('authorization') ?? '', `Bearer ${token}`)) {
      await countAddress(context, gate.limiter)
      throw new AppError(
        'UNAUTHORIZED',
        'Send the header Authorization: Bearer with the value of METRICS_TOKEN.',
      )
    }
    const { contentType, text } = await collect()
    return context.body(text, 200, { 'Content-Type': contentType })
  })
  return app
}

/** Compares two texts in a time that does not depend on their contents. */
function isEqual(a: string, b: string): boolean {
  const hashOf = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hashOf(a), hashOf(b))
}
