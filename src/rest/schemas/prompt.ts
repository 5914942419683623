import { z } from 'zod'

/** A prompt (contract §3 "Prompt"). */
export const promptSchema = z
  .object({
    id: z.uuid().describe('`promptId` in paths, `projectPromptId` in bodies.'),
    text: z.string(),
    providers: z.array(z.string()).describe('Literal ids, whatever alias was given.'),
    locations: z.array(z.string()),
    tags: z.array(z.string()).describe('In the order of their names.'),
    active: z.boolean().describe('Whether runs ask it.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Prompt' })

/** What GET /prompts answers. */
export const promptPageSchema = z
  .object({
    data: z.array(promptSchema).describe('In the order of their creation.'),
    nextCursor: z
      .string()
      .nullable()
      .describe('Give it as `cursor` for the next page; null after the last one.'),
  })
  .meta({ id: 'PromptPage' })

/** What POST /prompts/batch answers. */
export const batchOutcomeSchema = z
  .object({
    created: z.array(promptSchema),
    updated: z.array(promptSchema),
    deleted: z.array(z.uuid()).describe('Ids.'),
  })
  .describe('Each list in the order of the request.')
  .meta({ id: 'PromptBatchOutcome' })

export type PromptForm = z.infer<typeof promptSchema>
