import { z } from 'zod'
import { promptDefinition } from '../../core/prompts/definition.ts'

// REST-specific lists of prompts; a prompt itself uses `promptDefinition`.

/** Response of GET /prompts. */
export const promptPageSchema = z
  .object({
    data: z.array(promptDefinition).describe('Prompts, oldest first.'),
    nextCursor: z
      .string()
      .nullable()
      .describe('Pass it as `cursor` to get the next page; null on the last page.'),
  })
  .meta({ id: 'PromptPage' })

/** Response of POST /prompts/batch. */
export const batchOutcomeSchema = z
  .object({
    created: z.array(promptDefinition),
    updated: z.array(promptDefinition),
    deleted: z.array(z.uuid()).describe('Ids of the deleted prompts.'),
  })
  .describe('Each list is in the order of the request.')
  .meta({ id: 'PromptBatchOutcome' })
