import { z } from 'zod'
import { requireProjectId } from '../../core/access/authorize.ts'
import { ALERT_KINDS, ALERT_SEVERITIES, alertDefinition } from '../../core/alerts/definition.ts'
import { listAlerts } from '../../core/alerts/read.ts'
import { itemsAfter } from '../../core/foundation/page.ts'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { cursorSchema, nextCursorSchema, positionIn, splitIntoPages } from '../foundation/page.ts'
import { defineTool } from '../foundation/tool.ts'
import { viewBy } from '../views/view.ts'

const alertView = viewBy(alertDefinition.omit({ path: true }))
const SEVERITIES = valuesOf(ALERT_SEVERITIES)
const KINDS = valuesOf(ALERT_KINDS)

export const listAlertsTool = defineTool({
  name: 'list_alerts',
  title: 'List alerts',
  description:
    'Lists real changes and problems of the project, newest first, with figures, intervals and quotes.',
  permission: 'runs:read',
  effect: 'read',
  input: z.strictObject({
    severity: z
      .enum(SEVERITIES, `must be one of ${SEVERITIES.join(', ')}`)
      .default('info')
      .describe('Least severity.'),
    kind: z
      .enum(KINDS, `must be one of ${KINDS.join(', ')}`)
      .optional()
      .describe('Only alerts of this kind.'),
    cursor: cursorSchema,
  }),
  output: z.object({
    alerts: z.array(alertView.definition).describe('A page of the alerts.'),
    nextCursor: nextCursorSchema,
  }),
  async run({ severity, kind, cursor }, { ctx }) {
    const projectId = requireProjectId(ctx)
    const name = `alerts ${projectId} ${severity} ${kind}`
    const { items, nextCursor } = await splitIntoPages({
      name,
      after: positionIn(name, cursor),
      async read(after, limit) {
        const page = itemsAfter(after, limit)
        const filter = { severity, kind }
        const [alerts = []] = await listAlerts({
          ctx,
          input: { ids: [projectId], of: 'project', page, filter },
        })
        return alerts
      },
      keyOf: ({ id }) => id,
      show: alertView.show,
    })
    return { alerts: items, nextCursor }
  },
})
