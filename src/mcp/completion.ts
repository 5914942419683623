import type { CompleteRequest, Server } from '@modelcontextprotocol/server'
import { isAllowed } from '../core/access/authorize.ts'
import type { AppCtx } from '../core/context.ts'
import { answering } from './foundation/errors.ts'
import { REPORT_TEMPLATES, type ReportTemplate, RUN_REPORT } from './resources/report-template.ts'

/** Maximum number of suggestions in a response (MCP, "Completion"). */
const MAX_SUGGESTIONS = 100

/** Registers completion, which suggests ids of runs and analyses, newest first. */
export function serveCompletion(server: Server, ctx: AppCtx): void {
  server.setRequestHandler('completion/complete', ({ params }) =>
    answering(ctx, 'completion/complete', async () => {
      const template = templateOf(params)
      const ids =
        template && isAllowed(ctx, template.permission) ? await template.newest(ctx, MAX_SUGGESTIONS) : []
      const values = ids.filter((id) => id.startsWith(params.argument.value)).slice(0, MAX_SUGGESTIONS)
      return { completion: { values } }
    }),
  )
}

/** Returns the template that declares the requested variable. Prompt arguments use the template for runs. */
function templateOf({ ref, argument }: CompleteRequest['params']): ReportTemplate | undefined {
  const template =
    ref.type === 'ref/prompt' ? RUN_REPORT : REPORT_TEMPLATES.find(({ uri }) => uri.toString() === ref.uri)
  return template?.variable === argument.name ? template : undefined
}
