import { z } from 'zod'
import { promptDefinition } from '../../core/prompts/definition.ts'

// The lists of prompts that only REST has; a prompt itself is shown as `promptDefinition` says.

/** The answer of GET /prompts. */
export const promptPageSchema = z
  .object({
    data: z.array(promptDefinition).describe('In the order of their creation.'),
    nextCursor: z
      .string()
      .nullable()
      .describe('Give it as `cursor` for the next page; null after the last one.'),
  })
  .meta({ id: 'PromptPage' })

/** The answer of POST /prompts/batch. */
export const batchOutcomeSchema = z
  .object({
    created: z.array(promptDefinition),
    updated: z.array(promptDefinition),
    deleted: z.array(z.uuid()).describe('Ids.'),
  })
  .describe('Each list in the order of the request.')
  .meta({ id: 'PromptBatchOutcome' })
