import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { ALERT_SEVERITIES, type AlertSeverity } from './definition.ts'

const ORDER: readonly string[] = valuesOf(ALERT_SEVERITIES)

/** Returns whether a severity is at least as urgent as a stored one. */
export function isAtLeast(severity: AlertSeverity, least: string): boolean {
  return ORDER.indexOf(severity) >= ORDER.indexOf(least)
}

/** Returns the severities that are at least as urgent. */
export function atLeast(least: AlertSeverity): AlertSeverity[] {
  return valuesOf(ALERT_SEVERITIES).filter((severity) => isAtLeast(severity, least))
}

/** Compares alerts so that the most urgent come first. */
export function bySeverity(a: { severity: AlertSeverity }, b: { severity: AlertSeverity }): number {
  return ORDER.indexOf(b.severity) - ORDER.indexOf(a.severity)
}
