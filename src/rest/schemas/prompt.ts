import { z } from 'zod'
import { promptDefinition } from '../../core/prompts/definition.ts'
import { nextCursorSchema } from './page.ts'

// REST-specific lists of prompts; a prompt itself uses `promptDefinition`.

/** Response of GET /prompts. */
export const promptPageSchema = z
  .object({
    data: z.array(promptDefinition).describe('Prompts, oldest first.'),
    nextCursor: nextCursorSchema,
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

/** Response of DELETE /prompts/{promptId}. */
export const deletedPromptSchema = z
  .object({ id: promptDefinition.shape.id, deleted: z.literal(true) })
  .meta({ id: 'DeletedPrompt' })
