import { valuesOf } from '../../definitions/fields/enumeration.ts'
import {
  ALERT_KINDS,
  ALERT_METRICS,
  ALERT_SEVERITIES,
  type AlertRecord,
  type AlertSeverity,
} from './definition.ts'

const ORDER: readonly string[] = valuesOf(ALERT_SEVERITIES)

/** Returns whether a severity is at least as urgent as a stored one. */
export function isAtLeast(severity: AlertSeverity, least: string): boolean {
  return ORDER.indexOf(severity) >= ORDER.indexOf(least)
}

/** Returns the severities that are at least as urgent. */
export function atLeast(least: AlertSeverity): AlertSeverity[] {
  return valuesOf(ALERT_SEVERITIES).filter((severity) => isAtLeast(severity, least))
}

const KINDS = valuesOf(ALERT_KINDS)
const METRICS = valuesOf(ALERT_METRICS)

/** Compares alerts so that the most urgent come first, then by kind, metric and subject, in the order of their definitions. */
export function byUrgency(a: Alert, b: Alert): number {
  return (
    ORDER.indexOf(b.severity) - ORDER.indexOf(a.severity) ||
    KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
    metricOf(a) - metricOf(b) ||
    (a.subject < b.subject ? -1 : 1)
  )
}

type Alert = Pick<AlertRecord, 'severity' | 'kind' | 'subject' | 'evidence'>

function metricOf({ evidence: { metric } }: Alert): number {
  return metric === null ? -1 : METRICS.indexOf(metric)
}
