import type { MetricsAnswer, MetricsMention, MetricsSource } from './metrics-input.ts'

/** For tests: what an answer says of an entity it does not name, or what it says besides. */
export function mention(seen: Partial<MetricsMention> = {}): MetricsMention {
  const nothing = { position: null, prominence: null, sentiment: null, tones: null, strength: null }
  const mentioned = seen.mentioned ?? false
  const sentiment = seen.sentiment ?? null
  return {
    mentioned,
    mentions: mentioned ? 1 : 0,
    ...nothing,
    label: sentiment === null ? null : sentiment > 0 ? 'positive' : sentiment < 0 ? 'negative' : 'neutral',
    recommended: false,
    denied: false,
    ...seen,
  }
}

/** For tests: a completed answer to the first prompt that names nobody, or what it is besides. */
export function answer(given: Partial<MetricsAnswer> = {}): MetricsAnswer {
  const status = 'ok' as const
  return {
    status,
    prompt: 0,
    provider: 'p',
    location: 'US',
    basis: 'b',
    entities: [mention()],
    sources: [],
    ...given,
  }
}

/** For tests: the front page of a site, by default of a third party and cited. */
export function source(domain: string, entity: number | null = null, cited = true): MetricsSource {
  return { domain, url: `https://${domain}/`, title: null, entity, cited }
}
