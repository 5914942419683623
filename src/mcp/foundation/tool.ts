import { z } from 'zod'
import { authorize, isAllowed, type Permission } from '../../core/access/authorize.ts'
import type { AppCtx } from '../../core/context.ts'
import { parse } from '../../core/foundation/parse.ts'
import { serializer } from '../../definitions/fields/serializer.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { roundFigures } from './round.ts'
import { MAX_RESPONSE_SIZE, shortened } from './size.ts'

/** Progress of a call. */
export interface ToolProgress {
  /** Increases with every report of the same call. */
  progress: number
  total: number
  message: string
}

/** Context of a tool call. */
export interface ToolCall {
  ctx: AppCtx
  /** Aborted when the client cancels the call or disconnects. The tool must then stop all its work. */
  signal: AbortSignal
  /** Aborted when the server shuts down. A waiting call then returns what is available. */
  closing: AbortSignal
  /** Reports progress to the client; does nothing if the client did not request progress. */
  report(progress: ToolProgress): Promise<void>
}

/**
 * Effects of a tool on data and on the outside world. Hosts use them to decide whether to ask the user first (MCP,
 * `ToolAnnotations`).
 */
export const TOOL_EFFECTS = {
  /** Reads stored data. */
  read: { readOnlyHint: true, openWorldHint: false },
  /** Stops running work; results so far are kept. */
  cancel: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  /** Changes what is measured; repeating the call has no further effect. */
  change: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  /** Acts outside of the server with each call: queries providers, which costs credits, or shares data with people. */
  outside: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
} as const

/** Options of {@link defineTool}. */
export interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string
  title: string
  /** For the model: what the tool returns and which tool to call next. */
  description: string
  permission: Permission
  effect: keyof typeof TOOL_EFFECTS
  input: Input
  output: Output
  /**
   * Whether the operation validates the arguments itself, because it reports problems that no schema finds together with
   * the others.
   */
  validatedByCore?: true
  /** Performs the operation, usually by calling the core. */
  run(input: z.output<Input>, call: ToolCall): Promise<z.output<Output>>
}

/** A tool as the server lists and calls it. */
export interface Tool {
  name: string
  /** Whether the caller has the required permission. */
  isFor(ctx: AppCtx): boolean
  /** Entry of the tool in the response to `tools/list`. */
  listing(): ToolListing
  /**
   * Validates the arguments and runs the tool.
   * @throws {AppError} BAD_REQUEST for invalid arguments, and any error of the operation
   */
  call(input: unknown, call: ToolCall): Promise<Record<string, unknown>>
}

/** Description of a tool in `tools/list`. */
export interface ToolListing {
  [field: string]: unknown
  name: string
  title: string
  description: string
  inputSchema: { type: 'object'; [field: string]: unknown }
  outputSchema: { type: 'object'; [field: string]: unknown }
  annotations: (typeof TOOL_EFFECTS)[keyof typeof TOOL_EFFECTS]
}

/** Creates a tool from a definition. Its result has exactly the fields of `output`. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { name, title, description, permission, effect, input, output, validatedByCore, run } = definition
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
      // Check the permission before the arguments, as the other APIs do.
      authorize(call.ctx, permission)
      // The cast is safe: the operation parses the arguments with the same schema.
      const parsed = validatedByCore ? (given as z.output<Input>) : parse(input, given)
      // `show` returns an object, and rounding keeps its fields.
      const shown = roundFigures(show(await run(parsed, call))) as Record<string, unknown>
      return shortened(shown, MAX_RESPONSE_SIZE)
    },
  }
}

/** Input schema of tools without arguments. */
export const NO_INPUT = z.strictObject({})
