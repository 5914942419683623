import type { JsonValue, Surface } from '../../core/provider-port/driver.ts'
import type { Options } from './settings.ts'

/** An answer surface behind this API. */
interface AskedSurface {
  /** Path after the version segment. */
  path: string
  /** The kind of surface where users see its answers. */
  seen: Surface
  /** Maximum number of characters of a prompt, as documented at `path`. */
  maximumLength: number
  /** Returns request fields other than the prompt, the country and the language. */
  extras(options: Options): Record<string, JsonValue>
}

/**
 * Surfaces by the value of `options.surface`, each documented at https://docs.dataforseo.com/v3/ followed by its
 * path. AI Mode is a conversation on a separate page, so it counts as a consumer interface and not as a page of
 * search results.
 */
export const ASKED_SURFACES = {
  ai_overview: {
    path: '/serp/google/organic/live/advanced',
    seen: 'serp',
    maximumLength: 700,
    // Most overviews load after the page and would be missing without this parameter.
    extras: () => ({ device: 'desktop', depth: 10, load_async_ai_overview: true }),
  },
  ai_mode: {
    path: '/serp/google/ai_mode/live/advanced',
    seen: 'consumer_ui',
    maximumLength: 700,
    extras: () => ({ device: 'desktop' }),
  },
  chatgpt: {
    path: '/ai_optimization/chat_gpt/llm_scraper/live/advanced',
    seen: 'consumer_ui',
    maximumLength: 2_000,
    extras: ({ search }) => ({ force_web_search: search === 'always' }),
  },
  gemini: {
    path: '/ai_optimization/gemini/llm_scraper/live/advanced',
    seen: 'consumer_ui',
    maximumLength: 2_000,
    // Gemini has no parameter to force a search, and the API rejects unknown parameters.
    extras: () => ({}),
  },
} as const satisfies Record<Options['surface'], AskedSurface>
