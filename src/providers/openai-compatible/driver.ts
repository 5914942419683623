import { defineDriver } from '../define-driver.ts'
import { createAsk } from './ask.ts'
import { readAnswer } from './read.ts'
import { settingsSchema } from './settings.ts'

/** Any server with the API of OpenAI's chat completions, such as Ollama or vLLM; with the sources of servers that search the web. */
export const openAiCompatible = defineDriver({
  name: 'openai-compatible',
  surface: 'api',
  credentials: { apiKey: null },
  defaults: { concurrency: 10, locations: '*' },
  settings: settingsSchema,
  connect: (settings) => createAsk(settings),
  read: readAnswer,
})
