import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { type Driver, ProviderError, type Question } from '../../core/provider-port/driver.ts'
import { partsOf } from '../../definitions/countries/location.ts'
import type { Connection } from '../foundation/define-driver.ts'
import { withPersona } from '../foundation/persona.ts'
import { createVendorApi, type Exchange } from '../http/vendor-api.ts'
import { readError } from './failures.ts'
import type { settingsSchema } from './settings.ts'
import { failureInSnapshot, GONE, isBeingBuilt, snapshotIdIn, stateOf } from './snapshot.ts'
import { SURFACES } from './surfaces.ts'

type AskSettings = z.output<typeof settingsSchema> & Pick<Connection<'apiKey'>, 'credentials'>

const savedSchema = z.looseObject({ snapshotId: z.string().min(1) })

/**
 * Starts a scraper and waits for its answer
 * (https://docs.brightdata.com/api-reference/web-scraper-api/trigger-a-collection). Saves the id of the snapshot
 * before waiting, so an accepted question is not sent (and paid) twice. Never cancels a snapshot, because a question
 * also ends when the process stops, and the next attempt can still fetch the answer.
 */
export function createAsk({ baseUrl, options, credentials }: AskSettings): Driver['ask'] {
  const apiKey = credentials.apiKey ?? ''
  const { surface, pollInterval } = options
  const { url, datasetId, longestPrompt } = SURFACES[surface]
  const api = createVendorApi({
    baseUrl,
    version: 'datasets/v3',
    headers: { authorization: `Bearer ${apiKey}` },
    secrets: [apiKey],
    readError,
  })

  const trigger = ({ prompt, location, persona, replicate, signal }: Question) =>
    api.call({
      path: '/trigger',
      query: { dataset_id: options.datasetId ?? datasetId ?? '', include_errors: 'true', format: 'json' },
      body: [
        { url, prompt: withPersona(prompt, persona), country: partsOf(location).country, index: replicate },
      ],
      signal,
    })

  const get = (path: string, signal: AbortSignal, query = {}) =>
    api.call({ method: 'GET', path, query, accept: GONE, signal })

  /**
   * Waits for a snapshot and downloads it. Returns the failure if the snapshot failed, or null if the vendor does not
   * have it. A `fresh` snapshot was just started, and the vendor may not know it yet.
   */
  async function download(id: string, signal: AbortSignal, fresh: boolean) {
    const path = encodeURIComponent(id)
    for (let pause = pollInterval; ; pause = Math.min(pause * 1.5, pollInterval * 10)) {
      const progress = await get(`/progress/${path}`, signal)
      const state = stateOf(progress)
      if (state === 'failed') {
        return failureInSnapshot(progress.body) ?? new ProviderError('retry', 'the scraper failed')
      }
      if (state === 'gone' && !(fresh && progress.httpStatus === 404)) return null
      if (state === 'ready') {
        const snapshot = await get(`/snapshot/${path}`, signal, { format: 'json' })
        if (GONE.includes(snapshot.httpStatus)) return null
        if (!isBeingBuilt(snapshot)) return failureInSnapshot(snapshot.body) ?? snapshot
      }
      await setTimeout(pause, undefined, { signal })
    }
  }

  /**
   * Like {@link download}, but also discards the saved id of a snapshot that will never have an answer, so that the
   * next attempt asks again.
   */
  async function wait({ signal, pending }: Question, id: string, fresh: boolean): Promise<Exchange | null> {
    const outcome = await download(id, signal, fresh).catch((error: unknown) => {
      if (!signal.aborted) throw error
      // An AbortError, because a slow vendor has not failed. Circuit breakers ignore it.
      const cause = new DOMException('the question was canceled', 'AbortError')
      throw new ProviderError('retry', 'the answer is not ready yet', { retryAfter: pollInterval, cause })
    })
    if (outcome === null || outcome instanceof ProviderError) await pending.save(null)
    if (outcome instanceof ProviderError) throw outcome
    return outcome
  }

  return async (question) => {
    if (longestPrompt !== null && question.prompt.length > longestPrompt) {
      throw new ProviderError('invalid', `the question is longer than ${longestPrompt} characters`)
    }
    const facts = { surface, locationApplied: 'native' }
    const saved = savedSchema.safeParse(question.pending.saved)
    if (saved.success) {
      const resumed = await wait(question, saved.data.snapshotId, false)
      if (resumed) return { ...resumed, ...facts }
    }
    const triggered = await trigger(question)
    const id = snapshotIdIn(triggered.body)
    await question.pending.save({ snapshotId: id })
    const snapshot = await wait(question, id, true)
    if (!snapshot)
      throw new ProviderError('retry', 'the vendor does not have the snapshot that it just started')
    return { ...snapshot, earlier: triggered, ...facts }
  }
}
