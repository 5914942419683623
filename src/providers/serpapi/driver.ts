import { defineDriver } from '../foundation/define-driver.ts'
import { hasGoogleLanguage } from '../foundation/google-language.ts'
import { createAsk } from './ask.ts'
import { parseAnswer } from './parse.ts'
import { settingsSchema } from './settings.ts'

/** SerpApi: the pages of Google's AI Overview, Google's AI Mode and Bing's Copilot Search. */
export const serpApi = defineDriver({
  name: 'serpapi',
  surface: ({ options }) => (options.surface === 'ai_overview' ? 'serp' : 'consumer_ui'),
  credentials: { apiKey: 'SERPAPI_API_KEY' },
  vendor: { label: 'SerpApi', credentialsUrl: 'https://serpapi.com/manage-api-key' },
  defaults: { concurrency: 10, locations: '*' },
  applies: ({ options }) =>
    options.surface === 'copilot' ? { persona: 'prefix' } : { language: 'native', city: 'native' },
  supportsLanguage: hasGoogleLanguage,
  settings: settingsSchema,
  connect: (settings) => createAsk(settings),
  read: parseAnswer,
})
