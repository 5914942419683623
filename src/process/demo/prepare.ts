import type { Welcome } from '../../cli/welcome.ts'
import type { AppCtx } from '../../core/context.ts'
import { type Demo, runDemo, seedDemo } from './demo.ts'
import { fillHistory } from './history.ts'
import { getDemoKeys } from './keys.ts'
import { createDemoSignInLink } from './member.ts'

/**
 * Creates the missing parts of the demo.
 * @param options.dataFolder folder that stores the demo keys
 * @param options.url address of the server, for the sign-in link
 * @param options.hasWorkers whether this process has workers, so that the demo's first run can be completed before this returns
 */
export async function prepareDemo(
  ctx: AppCtx,
  { dataFolder, url, hasWorkers }: { dataFolder: string; url: string; hasWorkers: boolean },
): Promise<NonNullable<Welcome['demo']>> {
  const demo = await seedDemo({ ctx })
  const [keys] = await Promise.all([
    getDemoKeys(ctx, demo, dataFolder),
    hasWorkers && runDemo({ ctx, input: demo }),
  ])
  // Created last, so that the dashboard shows the completed run.
  const signInLink = new URL(await createDemoSignInLink(ctx, demo), url).href
  return { ...demo, ...keys, signInLink }
}

/** Fills the history of the demo in the background. Returns a function that stops this. */
export function startHistory(ctx: AppCtx, demo: Demo): () => Promise<void> {
  const stop = new AbortController()
  const filling = fillHistory({ ctx, input: demo, signal: stop.signal }).catch((error) =>
    ctx.deps.logger.warn({ error }, 'the history of the demo is incomplete; the next start continues it'),
  )
  return () => {
    stop.abort()
    return filling
  }
}
