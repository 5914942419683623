import { z } from 'zod'
import { alertDefinition } from '../../core/alerts/definition.ts'
import { alertMuteDefinition, mutedAlertsDefinition } from '../../core/alerts/mutes.ts'
import { alertRuleDefinition } from '../../core/alerts/rules.ts'
import { nextCursorSchema } from './page.ts'

export const alertSchema = alertDefinition.meta({ id: 'Alert' })

export const alertPageSchema = z
  .object({ data: z.array(alertSchema).describe('Alerts, newest first.'), nextCursor: nextCursorSchema })
  .meta({ id: 'AlertPage' })

export const alertRuleSchema = alertRuleDefinition.meta({ id: 'AlertRule' })

export const alertMuteSchema = alertMuteDefinition.meta({ id: 'AlertMute' })

/** Response of the request that mutes or unmutes alerts. */
export const mutedAlertsSchema = mutedAlertsDefinition.meta({ id: 'MutedAlerts' })
