import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import type { AppCtx } from '../../core/context.ts'
import { answering } from '../foundation/errors.ts'
import { describePrompt, promptMessages, type ReportPrompt } from './prompt.ts'
import { weeklyReport } from './weekly-report.ts'
import { whyDidWeMove } from './why-did-we-move.ts'

/** All prompts, in listing order. They work on runs, so they are only available to project keys. */
export const PROMPTS: readonly ReportPrompt[] = [weeklyReport, whyDidWeMove]

/** Registers the handlers for prompts. */
export function servePrompts(server: Server, ctx: AppCtx): void {
  server.setRequestHandler('prompts/list', async () => ({ prompts: PROMPTS.map(describePrompt) }))
  server.setRequestHandler('prompts/get', ({ params }) =>
    answering(ctx, 'prompts/get', async () => {
      const prompt = PROMPTS.find(({ name }) => name === params.name)
      if (!prompt)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${params.name}.`)
      return promptMessages(ctx, prompt, params.arguments)
    }),
  )
}
