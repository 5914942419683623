import { defineDriver } from '../define-driver.ts'
import { createAsk } from './ask.ts'
import { readAnswer } from './read.ts'
import { settingsSchema } from './settings.ts'

/** SerpApi: Google's AI Overview and AI Mode, and Bing's Copilot Search, as their pages show them. */
export const serpApi = defineDriver({
  name: 'serpapi',
  surface: ({ options }) => (options.surface === 'ai_overview' ? 'serp' : 'consumer_ui'),
  credentials: { apiKey: 'SERPAPI_API_KEY' },
  defaults: { concurrency: 10, locations: '*' },
  settings: settingsSchema,
  connect: (settings) => createAsk(settings),
  read: readAnswer,
})
