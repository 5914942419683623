import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Ctx } from '../../core/context.ts'
import { parse } from '../../core/parse.ts'
import { REPORT_TYPE, RUN_REPORT, reportUri } from '../resources/report-template.ts'

/** The arguments of all prompts. Clients send texts only. */
const argumentsSchema = z.strictObject({
  runId: z
    .string('must be a text')
    .trim()
    .min(1, 'must not be empty')
    .default('latest')
    .describe('The id of a run; by default the run that ended last.'),
  language: z
    .string('must be a text')
    .trim()
    .min(1, 'must not be empty')
    .max(60, 'must have at most 60 characters')
    .default('English')
    .describe('The language to write in, such as German; by default English.'),
})

/** A task about the report of a run that users give to their model. */
export interface ReportPrompt {
  name: string
  title: string
  description: string
  /** What to do with the report that precedes it, which is of this run. */
  instructions(input: { runId: string; language: string }): string
}

/** What `prompts/list` says of it. */
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
 * The messages of a prompt: the report, then what to do with it.
 * @throws {AppError} BAD_REQUEST for wrong arguments; NOT_FOUND for a run that does not exist, or is another tenant's
 */
export async function promptMessages(
  ctx: Ctx,
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
        content: { type: 'resource', resource: { uri, mimeType: REPORT_TYPE, text: markdown } },
      },
      {
        role: 'user',
        content: { type: 'text', text: prompt.instructions({ runId: batch.id, language }) },
      },
    ],
  }
}
