import { defineDriver } from '../define-driver.ts'
import { readResponseAnswer } from '../formats/responses.ts'
import { createAsk } from './ask.ts'
import { settingsSchema } from './settings.ts'

/** xAI's Responses API with web search: the models behind Grok, but not its consumer interface. */
export const xai = defineDriver({
  name: 'xai',
  surface: 'api',
  credentials: { apiKey: 'XAI_API_KEY' },
  defaults: { concurrency: 10, locations: '*' },
  settings: settingsSchema,
  connect: (settings) => createAsk(settings),
  read: (raw) => readResponseAnswer(raw, 'xai'),
})
