import { z } from 'zod'
import { expectedVersionSchema } from '../access/project-access.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { tagsSchema } from '../tags/input.ts'
import { locationsSchema, promptTextSchema, providersSchema } from './question.ts'

/** Maximum list lengths in requests about prompts. */
export const PROMPT_LIMITS = {
  providers: 100,
  operations: 500,
  settings: 5_000,
} as const

const optionalFields = {
  providers: providersSchema(PROMPT_LIMITS.providers).optional(),
  locations: locationsSchema.optional(),
  tags: tagsSchema.optional().describe('All tags of the prompt. Tags that do not exist yet are created.'),
  active: z.boolean('must be true or false').optional().describe('Whether runs include the prompt.'),
}

const newFields = z.strictObject({ text: promptTextSchema, ...optionalFields })

/** Body of POST /prompts: `providers` defaults to the project's, `locations` to US. */
export const createInputSchema = newFields.extend({ expectedVersion: expectedVersionSchema })
export type CreateInput = z.input<typeof createInputSchema>

const updateFields = z.strictObject({ text: promptTextSchema.optional(), ...optionalFields })

/** Body of PATCH /prompts/{promptId}. Omitted fields stay unchanged. */
export const updateBodySchema = updateFields.extend({ expectedVersion: expectedVersionSchema })
export type UpdateBody = z.input<typeof updateBodySchema>

/** Body of PUT /prompts/{promptId}/providers. */
export const setProvidersBodySchema = z.strictObject({
  providers: providersSchema(PROMPT_LIMITS.providers),
  expectedVersion: expectedVersionSchema,
})
export type SetProvidersBody = z.input<typeof setProvidersBodySchema>

/** An entry of the full prompt list in PUT /settings: a text, or an object with at least a text or an id. */
export const listedPromptSchema = z
  .union(
    [promptTextSchema, updateFields.extend({ id: uuidSchema.optional() })],
    'must be a text or an object',
  )
  .transform((prompt) => (typeof prompt === 'string' ? { text: prompt } : prompt))
  .refine((prompt) => prompt.text !== undefined || ('id' in prompt && prompt.id !== undefined), {
    path: ['text'],
    message: 'is required, unless id is given',
  })
  .transform((prompt): ListedPrompt => prompt)
export type ListedPrompt = z.output<typeof updateFields> & { id?: string | undefined }

const newPromptSchema = z
  .union([promptTextSchema, newFields], 'must be a text or an object')
  .transform((prompt): z.output<typeof newFields> => (typeof prompt === 'string' ? { text: prompt } : prompt))

const SIZE_LIMIT = [
  PROMPT_LIMITS.operations,
  `must contain at most ${PROMPT_LIMITS.operations} operations`,
] as const

/** Body of POST /prompts/batch. `changePrompts` checks the total length of the three lists. */
export const batchInputSchema = z.strictObject({
  create: z
    .array(newPromptSchema, 'must be a list of prompts')
    .max(...SIZE_LIMIT)
    .default([])
    .describe('Texts, or objects as in `POST /prompts`.'),
  update: z
    .array(updateFields.extend({ id: uuidSchema }), 'must be a list of objects with an id')
    .max(...SIZE_LIMIT)
    .default([])
    .describe('Changes to existing prompts. Omitted fields stay unchanged.'),
  delete: z
    .array(uuidSchema, 'must be a list of prompt ids')
    .max(...SIZE_LIMIT)
    .default([])
    .describe('IDs of prompts to delete.'),
  expectedVersion: expectedVersionSchema,
})
export type BatchInput = z.input<typeof batchInputSchema>
export type CheckedBatch = z.output<typeof batchInputSchema>

/** Validated prompt fields of a request. */
export type GivenFields = z.output<typeof updateFields>
