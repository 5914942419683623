import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import type { Ctx } from '../../core/context.ts'
import { answering } from '../errors.ts'
import { describePrompt, promptMessages, type ReportPrompt } from './prompt.ts'
import { weeklyReport } from './weekly-report.ts'
import { whyDidWeMove } from './why-did-we-move.ts'

/** All prompts, in the order in which they are listed. They are about runs, and so for project keys. */
export const PROMPTS: readonly ReportPrompt[] = [weeklyReport, whyDidWeMove]

/** Lets a server answer about prompts. */
export function servePrompts(server: Server, ctx: Ctx): void {
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
