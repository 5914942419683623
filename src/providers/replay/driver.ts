import { resolve } from 'node:path'
import { z } from 'zod'
import { baseUrl, defineDriver, modelName, sharedOptions } from '../foundation/define-driver.ts'
import { createAsk } from './ask.ts'
import { parseAnswer } from './parse.ts'

const FILE_RULE = 'write the path of a file of JSON lines {prompt,text,citations?}'

const settings = z.object({
  model: modelName.optional(),
  baseUrl: baseUrl.optional(),
  options: z.strictObject({ ...sharedOptions, file: z.string(FILE_RULE).min(1, FILE_RULE) }),
})

/** Recorded answers from a file, for tests and for analyzing answers collected elsewhere. */
export const replay = defineDriver({
  name: 'replay',
  surface: 'replay',
  credentials: {},
  defaults: { concurrency: 100, locations: '*' },
  settings,
  connect: ({ id, model = null, options, folder }) =>
    createAsk({ file: resolve(folder, options.file), model, id }),
  read: parseAnswer,
})
