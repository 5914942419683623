import { defineDriver } from '../define-driver.ts'
import { createAsk } from './ask.ts'
import { readAnswer } from './read.ts'
import { COUNTRIES, settingsSchema } from './settings.ts'

/** Anthropic's Messages API with web search: the models behind Claude, but not its consumer interface. */
export const anthropic = defineDriver({
  name: 'anthropic',
  surface: 'api',
  credentials: { apiKey: 'ANTHROPIC_API_KEY' },
  defaults: { concurrency: 5, locations: COUNTRIES },
  settings: settingsSchema,
  connect: (settings) => createAsk(settings),
  read: readAnswer,
})
