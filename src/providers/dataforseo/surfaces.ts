import type { JsonValue, Surface } from '../driver.ts'
import type { Options } from './settings.ts'

/** An answer surface behind this API. */
interface AskedSurface {
  /** Below the version segment. */
  path: string
  /** Where its answers are seen. */
  seen: Surface
  /** Maximum number of characters of a prompt, as documented at `path`. */
  maximumLength: number
  /** What its request has beside the prompt, the country and the language. */
  extras(options: Options): Record<string, JsonValue>
}

/**
 * The surfaces by the value of `options.surface`, each documented at https://docs.dataforseo.com/v3/ followed by its path. AI Mode
 * is a page of its own that people converse with, and no page of search results.
 */
export const ASKED_SURFACES = {
  ai_overview: {
    path: '/serp/google/organic/live/advanced',
    seen: 'serp',
    maximumLength: 700,
    // Most overviews are loaded after the page; without the parameter these would be missing.
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
    extras: ({ forceSearch }) => ({ force_web_search: forceSearch }),
  },
  gemini: {
    path: '/ai_optimization/gemini/llm_scraper/live/advanced',
    seen: 'consumer_ui',
    maximumLength: 2_000,
    // It has no parameter to force a search, and unknown ones are refused.
    extras: () => ({}),
  },
} as const satisfies Record<Options['surface'], AskedSurface>
