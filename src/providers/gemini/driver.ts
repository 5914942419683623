import { defineDriver } from '../foundation/define-driver.ts'
import { createAsk } from './ask.ts'
import { PRICES } from './models.ts'
import { parseAnswer, redirectsOf } from './parse.ts'
import { settingsSchema } from './settings.ts'

/**
 * Google's Gemini API with Google Search. It has the models behind the Gemini app, but its answers can differ from
 * the consumer interface.
 */
export const gemini = defineDriver({
  name: 'gemini',
  surface: 'api',
  credentials: { apiKey: 'GEMINI_API_KEY' },
  vendor: { label: 'Google Gemini', credentialsUrl: 'https://aistudio.google.com/app/apikey' },
  defaults: { concurrency: 5, locations: '*' },
  applies: ({ options }) => ({
    persona: 'system_prompt',
    ...(options.search !== 'never' && { language: 'native' }),
  }),
  settings: settingsSchema,
  prices: PRICES,
  connect: (settings) => createAsk(settings),
  read: parseAnswer,
  redirects: redirectsOf,
})
