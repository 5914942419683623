import { z } from 'zod'
import { baseUrl, defineDriver, modelName, sharedOptions } from '../foundation/define-driver.ts'
import { createAsk } from './ask.ts'
import { parseAnswer } from './parse.ts'

const settings = z.object({
  model: modelName.optional(),
  baseUrl: baseUrl.optional(),
  options: z.strictObject(sharedOptions).prefault({}),
})

/** Generated answers for demonstrations and tests. No service is asked, and every answer is marked as simulated. */
export const simulated = defineDriver({
  name: 'simulated',
  surface: 'simulated',
  credentials: {},
  defaults: { concurrency: 100, locations: '*' },
  applies: { persona: 'system_prompt' },
  settings,
  connect: ({ id, model = null }) => createAsk({ id, model }),
  read: parseAnswer,
})
