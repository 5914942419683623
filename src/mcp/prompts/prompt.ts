import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { AppCtx } from '../../core/context.ts'
import { parse } from '../../core/foundation/parse.ts'
import { fenceWithNote } from '../foundation/untrusted.ts'
import { REPORT_TYPE, RUN_REPORT, reportUri } from '../resources/report-template.ts'

/** Arguments of all prompts. Clients can only send strings. */
const argumentsSchema = z.strictObject({
  runId: z
    .string('must be a text')
    .trim()
    .min(1, 'must not be empty')
    .default('latest')
    .describe('Id of a run; defaults to the run that ended last.'),
  language: z
    .string('must be a text')
    .trim()
    .min(1, 'must not be empty')
    .max(60, 'must have at most 60 characters')
    .default('English')
    .describe('Language of the response, such as German; defaults to English.'),
})

/** A task that users give to their model along with the report of a run. */
export interface ReportPrompt {
  name: string
  title: string
  description: string
  /** Returns the task. It follows the report of this run. */
  instructions(input: { runId: string; language: string }): string
}

/** Returns the entry of a prompt in `prompts/list`. */
export function describePrompt({ name, title, description }: ReportPrompt): Prompt {
  const fields = Object.entries(argumentsSchema.shape)
  return {
    name,
    title,
    description,
    arguments: fields.map(([argument, schema]) => ({
      name: argument,
      description: schema.description ?? '',
      required: false,
    })),
  }
}

/**
 * Returns the messages of a prompt: the report, followed by the task.
 * @throws {AppError} BAD_REQUEST for invalid arguments; NOT_FOUND for a run that does not exist or belongs to another
 * tenant
 */
export async function promptMessages(
  ctx: AppCtx,
  prompt: ReportPrompt,
  given: Record<string, string> = {},
): Promise<GetPromptResult> {
  const { runId: asked, language } = parse(argumentsSchema, given)
  const { batch, markdown } = await RUN_REPORT.read(ctx, asked)
  const uri = reportUri(RUN_REPORT, batch.id)
  return {
    description: prompt.description,
    messages: [
      {
        role: 'user',
        content: {
          type: 'resource',
          resource: { uri, mimeType: REPORT_TYPE, text: fenceWithNote(markdown) },
        },
      },
      {
        role: 'user',
        content: { type: 'text', text: prompt.instructions({ runId: batch.id, language }) },
      },
    ],
  }
}
