import { z } from 'zod'
import { COUNTRY_CODES } from '../../providers/country-codes.ts'
import { uuidSchema } from '../ids.ts'
import { tagsSchema } from '../tags/input.ts'

/** Largest requests about prompts. */
export const PROMPT_LIMITS = {
  text: 5_000,
  providers: 100,
  locations: 20,
  operations: 500,
  settings: 5_000,
} as const

/** Text of a prompt, trimmed. */
const textSchema = z
  .string('must be a text')
  .trim()
  .min(1, 'must not be empty')
  .max(PROMPT_LIMITS.text, 'must be at most 5,000 characters')
  .refine((text) => !/\0|\p{Surrogate}/u.test(text), 'must not contain NUL or half a surrogate pair')

// The verbs check each token against the registry.
const providersSchema = z
  .array(
    z.string('must be a provider id').max(100, 'must be at most 100 characters'),
    'must be a list of provider ids',
  )
  .min(1, 'must hold at least one provider')
  .max(PROMPT_LIMITS.providers, `must hold at most ${PROMPT_LIMITS.providers} providers`)
  .describe('Provider ids or their aliases; answered with the ids.')

const COUNTRY = 'must be an ISO 3166-1 alpha-2 country code in upper case, such as US'

const locationsSchema = z
  .array(
    z
      .string('must be a text')
      .regex(/^[A-Z]{2}$/, COUNTRY)
      .refine((code) => COUNTRY_CODES.has(code), COUNTRY),
    'must be a list of country codes',
  )
  .min(1, 'must hold at least one location')
  .max(PROMPT_LIMITS.locations, `must hold at most ${PROMPT_LIMITS.locations} locations`)
  .refine((codes) => new Set(codes).size === codes.length, 'must not hold a location twice')
  .describe('ISO 3166-1 alpha-2 country codes.')

const rest = {
  providers: providersSchema.optional(),
  locations: locationsSchema.optional(),
  tags: tagsSchema.optional().describe('All tags of the prompt; new ones are created.'),
  active: z.boolean('must be true or false').optional().describe('Whether runs ask it.'),
}

/** Body of POST /prompts: `providers` defaults to the project's, `locations` to US. */
export const createInputSchema = z.strictObject({ text: textSchema, ...rest })
export type CreateInput = z.input<typeof createInputSchema>

const updateFields = z.strictObject({ text: textSchema.optional(), ...rest })

/** Body of PATCH /prompts/{promptId}: only given fields change. */
export const updateBodySchema = updateFields
export type UpdateBody = z.input<typeof updateBodySchema>

/** Body of PUT /prompts/{promptId}/providers. */
export const setProvidersBodySchema = z.strictObject({ providers: providersSchema })
export type SetProvidersBody = z.input<typeof setProvidersBodySchema>

/** A prompt in the full list of PUT /settings: a text, or fields with a text or an id (contract §3 "Prompt"). */
export const listedPromptSchema = z
  .union([textSchema, updateFields.extend({ id: uuidSchema.optional() })], 'must be a text or an object')
  .transform((prompt) => (typeof prompt === 'string' ? { text: prompt } : prompt))
  .refine((prompt) => prompt.text !== undefined || ('id' in prompt && prompt.id !== undefined), {
    path: ['text'],
    message: 'is required, unless id is given',
  })
  .transform((prompt): ListedPrompt => prompt)
export type ListedPrompt = z.output<typeof updateFields> & { id?: string | undefined }

const newPromptSchema = z
  .union([textSchema, createInputSchema], 'must be a text or an object')
  .transform(
    (prompt): z.output<typeof createInputSchema> => (typeof prompt === 'string' ? { text: prompt } : prompt),
  )

const MANY = [PROMPT_LIMITS.operations, `must hold at most ${PROMPT_LIMITS.operations} operations`] as const

/** Body of POST /prompts/batch; its size as a whole is the verb's to check. */
export const batchInputSchema = z.strictObject({
  create: z
    .array(newPromptSchema, 'must be a list of prompts')
    .max(...MANY)
    .default([])
    .describe('Texts, or objects as in POST /prompts.'),
  update: z
    .array(updateFields.extend({ id: uuidSchema }), 'must be a list of objects with an id')
    .max(...MANY)
    .default([])
    .describe('Only given fields change.'),
  delete: z
    .array(uuidSchema, 'must be a list of prompt ids')
    .max(...MANY)
    .default([])
    .describe('Prompt ids.'),
})
export type BatchInput = z.input<typeof batchInputSchema>
export type CheckedBatch = z.output<typeof batchInputSchema>

/** Fields of a prompt that a request gives, checked. */
export type GivenFields = z.output<typeof updateFields>
