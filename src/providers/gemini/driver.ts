import { defineDriver } from '../define-driver.ts'
import { createAsk } from './ask.ts'
import { readAnswer, redirectsOf } from './read.ts'
import { settingsSchema } from './settings.ts'

/** Google's Gemini API with Google Search: the models behind the Gemini app, but not its consumer interface. */
export const gemini = defineDriver({
  name: 'gemini',
  surface: 'api',
  credentials: { apiKey: 'GEMINI_API_KEY' },
  defaults: { concurrency: 5, locations: '*' },
  settings: settingsSchema,
  connect: (settings) => createAsk(settings),
  read: readAnswer,
  redirects: redirectsOf,
})
