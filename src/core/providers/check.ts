import { getCountry } from '../../definitions/countries/country.ts'
import { parseUrl } from '../../definitions/parse-url.ts'
import type { LocationApplied, Surface } from '../../definitions/vocabulary.ts'
import { authorize } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import type { Cost } from '../provider-port/cost.ts'
import {
  type ProviderAnswer,
  ProviderError,
  type ProviderErrorKind,
  type RawAnswer,
} from '../provider-port/driver.ts'
import type { Provider } from '../provider-port/registry.ts'

/** Result of checking one provider with a real question. */
export interface ProviderCheck {
  provider: string
  driver: string
  /**
   * `failed`: no answer, or one that the driver could not parse. `not_asked`: the provider is simulated or unavailable.
   */
  status: 'ok' | 'failed' | 'not_asked'
  /** Why the check failed or was skipped; null if the status is `ok`. */
  reason: string | null
  /** Milliseconds from sending the question to receiving the whole response; null if there was no response. */
  latencyMs: number | null
  answer: CheckedAnswer | null
}

/** What the check found in the answer. */
export interface CheckedAnswer {
  /** The start of the answer. */
  text: string
  status: ProviderAnswer['status']
  surface: Surface
  location: {
    requested: string
    applied: LocationApplied
    /** Whether the answer or its search queries name the country, or a source is in its top-level domain. */
    visible: boolean
  }
  /** Parts of an answer that this answer has; `missing` lists the others. */
  fields: string[]
  missing: string[]
  /** Item types that this version does not recognize, because the vendor has changed its format. */
  unrecognized: string[]
  cost: Cost | null
}

/** A short question with different answers for different countries. */
const PROMPT = 'Which three supermarket chains are the largest near me? Name them and the country you assume.'

/** Preferred locations to ask from; the first one that the provider supports is used. */
const LOCATIONS = ['DE', 'US', 'GB']

/** Number of UTF-16 code units that are kept of the answer. */
const SHOWN_LENGTH = 300

/** Timeout of the question, in milliseconds. */
const TIMEOUT = 180_000

/**
 * Sends one cheap question to every real provider and reports the outcome. Bypasses queues, limits and circuit
 * breakers, and stores nothing. The vendors charge for the answers. Operators only.
 * @param input.report called for each provider as soon as its check is complete
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
    ctx.deps.providers
      .of(null)
      .list()
      .map(async (provider) => {
        const check = await checkProvider(ctx, provider)
        report(check)
        return check
      }),
  )
}

/** Explanation of each kind of failure, for operators. */
const FAILURES: Readonly<Record<ProviderErrorKind, string>> = {
  retry: 'it cannot answer at the moment',
  stop: 'it rejects the credentials or the account',
  location_unsupported: 'it does not support this location',
  invalid: 'it rejects the question',
  drift: 'its answer has an unrecognized format',
}

/** Sends one cheap question to a provider; see {@link checkProviders}. */
export async function checkProvider(ctx: Ctx, provider: Provider): Promise<ProviderCheck> {
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
      persona: null,
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
    text: answer.text.slice(0, SHOWN_LENGTH),
    status: answer.status,
    surface: answer.surface,
    location: {
      requested: location,
      applied: answer.locationApplied,
      visible: mentionsCountry(answer, location),
    },
    fields: names.filter((name) => parts[name]),
    missing: names.filter((name) => !parts[name]),
    unrecognized: answer.unrecognized,
    cost: provider.costOf(answer),
  }
}

function mentionsCountry({ text, citations, searchQueries }: ProviderAnswer, location: string): boolean {
  const domain = location === 'GB' ? 'uk' : location.toLowerCase()
  const words = [text, ...searchQueries].join('\n')
  const names = ['en', getCountry(location).language].map((language) =>
    new Intl.DisplayNames([language], { type: 'region' }).of(location),
  )
  return (
    names.some((name) => name !== undefined && words.includes(name)) ||
    citations.some(({ url }) => parseUrl(url)?.hostname.endsWith(`.${domain}`))
  )
}
