import { z } from 'zod'
import { authorize, type Permission } from '../core/authorize.ts'
import type { Ctx } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { parse } from '../core/parse.ts'
import { serializer } from '../definitions/serializer.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { LARGEST_ANSWER, shortened } from './size.ts'

/** How far a call has come. */
export interface ToolProgress {
  /** Increases with every report of one call. */
  progress: number
  total: number
  message: string
}

/** What a tool is called with besides its arguments. */
export interface ToolCall {
  ctx: Ctx
  /** Aborted when the client cancels the call or goes away: nothing may be left running then. */
  signal: AbortSignal
  /** Aborted when the server closes: a call that waits returns what there is. */
  closing: AbortSignal
  /** Tells the client how far the call has come; does nothing for a client that did not ask. */
  report(progress: ToolProgress): Promise<void>
}

/** What a tool does to the data and to the world, from which hosts decide whether to ask the user first (MCP, `ToolAnnotations`). */
export const TOOL_EFFECTS = {
  /** Reads what is stored. */
  read: { readOnlyHint: true, openWorldHint: false },
  /** Ends work that is under way; what it has found so far stays. */
  cancel: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  /** Changes what is measured; repeated it changes nothing more. */
  change: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  /** Asks providers, and costs credits or one of few runs. */
  spend: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
} as const

/** What {@link defineTool} makes a tool of. */
export interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string
  title: string
  /** For the model: what it answers, and which tool to use next. */
  description: string
  permission: Permission
  effect: keyof typeof TOOL_EFFECTS
  input: Input
  output: Output
  /** Calls the verb of the core. */
  run(input: z.output<Input>, call: ToolCall): Promise<z.output<Output>>
}

/** A tool as the server lists and calls it. */
export interface Tool {
  name: string
  /** Whether the caller has the permission it needs. */
  isFor(ctx: Ctx): boolean
  /** Its entry in the answer to `tools/list`. */
  listing(): ToolListing
  /**
   * Carries it out.
   * @throws {AppError} BAD_REQUEST for wrong arguments, and what the verb throws
   */
  call(input: unknown, call: ToolCall): Promise<Record<string, unknown>>
}

/** What `tools/list` says of a tool. */
export interface ToolListing {
  [field: string]: unknown
  name: string
  title: string
  description: string
  inputSchema: { type: 'object'; [field: string]: unknown }
  outputSchema: { type: 'object'; [field: string]: unknown }
  annotations: (typeof TOOL_EFFECTS)[keyof typeof TOOL_EFFECTS]
}

/** Makes a tool: its schemas are those of the core, and its result has the fields of `output` and no others. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { name, title, description, permission, effect, input, output, run } = definition
  const show = serializer(output)
  let listing: ToolListing | undefined
  return {
    name,
    isFor: (ctx) => isAllowed(ctx, permission),
    listing: () => {
      listing ??= {
        name,
        title,
        description,
        inputSchema: jsonSchemaOf(input, 'input'),
        outputSchema: jsonSchemaOf(output, 'output'),
        annotations: TOOL_EFFECTS[effect],
      }
      return listing
    },
    async call(given, call) {
      // A wrong scope comes before wrong arguments, as on every surface.
      authorize(call.ctx, permission)
      return shortened(show(await run(parse(input, given), call)), LARGEST_ANSWER)
    },
  }
}

/** Whether the caller has a permission. */
export function isAllowed(ctx: Ctx, permission: Permission): boolean {
  try {
    authorize(ctx, permission)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Input of tools that take none. */
export const NO_INPUT = z.strictObject({})
