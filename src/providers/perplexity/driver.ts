import { defineDriver } from '../define-driver.ts'
import { createAsk } from './ask.ts'
import { readAnswer } from './read.ts'
import { settingsSchema } from './settings.ts'

/** Perplexity's Sonar API: the models behind perplexity.ai, but not its consumer interface. */
export const perplexity = defineDriver({
  name: 'perplexity',
  surface: 'api',
  credentials: { apiKey: 'PERPLEXITY_API_KEY' },
  defaults: { concurrency: 5, locations: '*' },
  settings: settingsSchema,
  connect: (settings) => createAsk(settings),
  read: readAnswer,
})
