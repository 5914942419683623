import type { AnswerWithPages, MetricsMention, SourcePage } from './metrics-input.ts'

/** Test helper: returns the extraction result for one entity, by default not mentioned. */
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
    themes: null,
    ...seen,
  }
}

/** Test helper: returns a completed answer to the first prompt, by default without mentions. */
export function answer(given: Partial<AnswerWithPages> = {}): AnswerWithPages {
  const status = 'ok' as const
  return {
    status,
    prompt: 0,
    provider: 'p',
    location: 'US',
    persona: null,
    basis: 'b',
    entities: [mention()],
    sources: [],
    placed: null,
    searched: null,
    ...given,
  }
}

/** Test helper: returns the home page of a site as a source, by default cited and owned by a third party. */
export function source(domain: string, entity: number | null = null, cited = true): SourcePage {
  return { domain, url: `https://${domain}/`, title: null, entity, cited }
}
