import { defineDriver } from '../define-driver.ts'
import { readResponseAnswer } from '../formats/responses.ts'
import { createAsk } from './ask.ts'
import { settingsSchema } from './settings.ts'

/** OpenAI's Responses API with web search: the models behind ChatGPT, but not its consumer interface. */
export const openAi = defineDriver({
  name: 'openai',
  surface: 'api',
  credentials: { apiKey: 'OPENAI_API_KEY' },
  defaults: { concurrency: 10, locations: '*' },
  settings: settingsSchema,
  connect: (settings) => createAsk(settings),
  read: (raw) => readResponseAnswer(raw, 'openai'),
})
