import type { LocationApplied, Surface } from '../../definitions/vocabulary.ts'
import { countryOf } from '../../providers/countries/country.ts'
import {
  type ProviderAnswer,
  ProviderError,
  type ProviderErrorKind,
  type RawAnswer,
} from '../../providers/driver.ts'
import { type Cost, costOf } from '../../providers/prices.ts'
import type { Provider } from '../../providers/registry.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'

/** Whether a provider answers as its driver expects. */
export interface ProviderCheck {
  provider: string
  driver: string
  /** `failed`: no answer, or one that was not understood. `not_asked`: it is simulated or unavailable. */
  status: 'ok' | 'failed' | 'not_asked'
  /** Why it failed or was not asked; null where the status is `ok`. */
  reason: string | null
  /** Milliseconds from the question to the whole response; null where none was asked. */
  latencyMs: number | null
  answer: CheckedAnswer | null
}

/** What the check found in an answer. */
export interface CheckedAnswer {
  status: ProviderAnswer['status']
  surface: Surface
  location: {
    requested: string
    applied: LocationApplied
    /** Whether the answer, its sources or its searches name the country or lie under its top-level domain. */
    visible: boolean
  }
  /** Parts of an answer that were there, and parts that this one lacks. */
  fields: string[]
  missing: string[]
  /** Kinds of items that this version does not know: the vendor has changed its format. */
  unrecognized: string[]
  cost: Cost | null
}

/** Short, and answered differently from country to country. */
const PROMPT = 'Which three supermarket chains are the largest near me? Name them and the country you assume.'

/** Where the question is asked from: the first that the provider answers for. */
const LOCATIONS = ['DE', 'US', 'GB']

/** Time limit of the question, in milliseconds. */
const TIMEOUT = 180_000

/**
 * Asks every real provider one cheap question, past queues, limits and circuits, and tells what came back; nothing of it is
 * stored. The answers are paid for. Operators only.
 * @param input.report is told of each provider as soon as it has answered
 */
export async function checkProviders({
  ctx,
  input: { report },
}: {
  ctx: Ctx
  input: { report(check: ProviderCheck): void }
}): Promise<ProviderCheck[]> {
  authorize(ctx, 'operate')
  return Promise.all(
    ctx.deps.providers.list().map(async (provider) => {
      const check = await checkProvider(ctx, provider)
      report(check)
      return check
    }),
  )
}

/** What a failure of each kind means to an operator. */
const FAILURES: Readonly<Record<ProviderErrorKind, string>> = {
  retry: 'it cannot answer now',
  stop: 'it refuses the credentials or the account',
  location_unsupported: 'it has no answers for this location',
  invalid: 'it refuses the question',
  drift: 'its answer has an unknown format',
}

async function checkProvider(ctx: Ctx, provider: Provider): Promise<ProviderCheck> {
  const check = { provider: provider.id, driver: provider.driverName }
  if (provider.state !== 'real') {
    const reason = provider.missing?.reason ?? 'its answers are simulated'
    return { ...check, status: 'not_asked', reason, latencyMs: null, answer: null }
  }
  const location = LOCATIONS.find(provider.supportsLocation) ?? provider.locations[0] ?? 'US'
  const started = performance.now()
  let latencyMs: number | null = null
  try {
    const raw = await provider.driver.ask({
      prompt: PROMPT,
      location,
      replicate: 1,
      askedAt: ctx.now(),
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), ctx.deps.stopping]),
      pending: { saved: null, save: async () => {} },
    })
    latencyMs = Math.round(performance.now() - started)
    return { ...check, status: 'ok', reason: null, latencyMs, answer: describe(provider, raw, location) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const reason = `${FAILURES[error.kind]}: ${error.message}`
    return { ...check, status: 'failed', reason, latencyMs, answer: null }
  }
}

function describe(provider: Provider, raw: RawAnswer, location: string): CheckedAnswer {
  const answer = provider.driver.read(raw, { prompt: PROMPT, location })
  const { citations, usage } = answer
  const parts: Record<string, boolean> = {
    text: answer.text !== '',
    'cited sources': citations.some(({ kind }) => kind === 'cited'),
    'retrieved sources': citations.some(({ kind }) => kind === 'retrieved'),
    spans: citations.some(({ spans }) => spans.length > 0),
    titles: citations.some(({ title }) => title !== null),
    searches: answer.searched === true,
    'search queries': answer.searchQueries.length > 0,
    model: answer.model.reported !== null,
    usage: usage !== null && Object.values(usage).some((count) => count !== null),
    cost: answer.costUsd !== null,
  }
  const names = Object.keys(parts)
  return {
    status: answer.status,
    surface: answer.surface,
    location: { requested: location, applied: answer.locationApplied, visible: shows(answer, location) },
    fields: names.filter((name) => parts[name]),
    missing: names.filter((name) => !parts[name]),
    unrecognized: answer.unrecognized,
    cost: costOf(answer, { driver: provider.driverName, prices: provider.prices }),
  }
}

function shows({ text, citations, searchQueries }: ProviderAnswer, location: string): boolean {
  const domain = location === 'GB' ? 'uk' : location.toLowerCase()
  const said = [text, ...searchQueries].join('\n')
  const names = ['en', countryOf(location).language].map((language) =>
    new Intl.DisplayNames([language], { type: 'region' }).of(location),
  )
  return (
    names.some((name) => name !== undefined && said.includes(name)) ||
    citations.some(({ url }) => URL.canParse(url) && new URL(url).hostname.endsWith(`.${domain}`))
  )
}
