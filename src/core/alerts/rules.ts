import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { type Enumeration, valuesOf } from '../../definitions/fields/enumeration.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import {
  ALERT_KINDS,
  ALERT_METRICS,
  ALERT_SEVERITIES,
  type AlertEvidence,
  type AlertKind,
  defaultSeverity,
} from './definition.ts'

/** Directions in which a metric can move. */
export const ALERT_DIRECTIONS = {
  any: 'Rises and falls.',
  rise: 'Only rises.',
  fall: 'Only falls.',
} as const satisfies Enumeration

const only = (of: string) => `${of}, as a list of names; empty for all. Only for metric_moved.`

/** A rule for alerts of a project. Every project has one for each kind. */
export const alertRuleDefinition = z.object({
  kind: enumSchema(ALERT_KINDS, 'What the rule watches.'),
  enabled: z.boolean().describe('Whether the rule raises alerts.').register(fieldMetadata, { example: true }),
  severity: enumSchema(ALERT_SEVERITIES, 'Severity of the alerts that the rule raises.'),
  direction: enumSchema(ALERT_DIRECTIONS, 'Direction of the move. Only for metric_moved.'),
  metrics: z
    .array(enumSchema(ALERT_METRICS, 'A metric.'))
    .describe('The watched metrics; empty for all. Only for metric_moved.')
    .register(fieldMetadata, { example: ['mentionRate'] }),
  providers: z
    .array(z.string())
    .describe(only('The watched providers'))
    .register(fieldMetadata, { example: [] }),
  tags: z.array(z.string()).describe(only('The watched tags')).register(fieldMetadata, { example: [] }),
})
export type AlertRule = z.output<typeof alertRuleDefinition>

/** The rules of a project by kind. */
export type AlertRules = Readonly<Record<AlertKind, AlertRule>>

function defaultRule(kind: AlertKind): AlertRule {
  const severity = defaultSeverity(kind)
  return { kind, enabled: true, severity, direction: 'any', metrics: [], providers: [], tags: [] }
}

/** Returns the rules of a project. Unchanged rules have their defaults. */
export async function readRules(db: Prisma.TransactionClient, projectId: string): Promise<AlertRules> {
  const [rules = defaultRules([])] = await rulesOf(db, [projectId])
  return rules
}

/** Returns the rules of each project, in the given order. The caller checks access. */
export async function rulesOf(
  db: Prisma.TransactionClient,
  projectIds: readonly string[],
): Promise<AlertRules[]> {
  const rows = await db.alertRule.findMany({ where: { projectId: { in: [...projectIds] } } })
  const stored = rows.flatMap(({ projectId, ...row }) => {
    // A rule that this version does not know has no effect.
    const rule = alertRuleDefinition.safeParse(row)
    return rule.success ? [{ projectId, rule: rule.data }] : []
  })
  return projectIds.map((id) =>
    defaultRules(stored.filter(({ projectId }) => projectId === id).map(({ rule }) => rule)),
  )
}

function defaultRules(changed: readonly AlertRule[]): AlertRules {
  const rules = valuesOf(ALERT_KINDS).map(
    (kind) => [kind, changed.find((rule) => rule.kind === kind) ?? defaultRule(kind)] as const,
  )
  // There is a rule for every kind.
  return Object.fromEntries(rules) as Record<AlertKind, AlertRule>
}

/** Whether a rule raises an alert with this evidence. */
export function ruleAllows(
  { enabled, direction, metrics, providers, tags }: AlertRule,
  { evidence: { metric, part, name, figures } }: { evidence: AlertEvidence },
): boolean {
  if (!enabled) return false
  if (metric === null || !figures) return true
  if (direction !== 'any' && (direction === 'rise') !== figures.difference > 0) return false
  if (metrics.length > 0 && !metrics.includes(metric)) return false
  if (part === 'provider' && providers.length > 0) return providers.includes(name ?? '')
  if (part === 'tag' && tags.length > 0) return tags.includes(name ?? '')
  return true
}
