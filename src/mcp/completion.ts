import type { CompleteRequest, Server } from '@modelcontextprotocol/server'
import type { Ctx } from '../core/context.ts'
import { answering } from './errors.ts'
import { REPORT_TEMPLATES, type ReportTemplate, RUN_REPORT } from './resources/report-template.ts'
import { isAllowed } from './tool.ts'

/** The most suggestions of an answer (MCP, "Completion"). */
const MOST = 100

/** Lets a server suggest the ids of runs and analyses, the newest first. */
export function serveCompletion(server: Server, ctx: Ctx): void {
  server.setRequestHandler('completion/complete', ({ params }) =>
    answering(ctx, 'completion/complete', async () => {
      const template = templateOf(params)
      const ids = template && isAllowed(ctx, template.permission) ? await template.newest(ctx, MOST) : []
      const values = ids.filter((id) => id.startsWith(params.argument.value)).slice(0, MOST)
      return { completion: { values } }
    }),
  )
}

/** The template whose variable is asked for; that of runs for the argument of prompts. */
function templateOf({ ref, argument }: CompleteRequest['params']): ReportTemplate | undefined {
  const found =
    ref.type === 'ref/prompt' ? RUN_REPORT : REPORT_TEMPLATES.find(({ uri }) => uri.toString() === ref.uri)
  return found?.variable === argument.name ? found : undefined
}
