import type { Check } from '../../cli/foundation/operations.ts'
import { getErrorMessage } from '../../infra/error-message.ts'

/** Returns the result of a successful check. */
export function ok(check: string, detail: string): Check {
  return { check, status: 'ok', detail, fix: null }
}

/** Returns the result of a check that found a problem, which does not prevent a start. */
export function warning(check: string, detail: string, fix: string): Check {
  return { check, status: 'warning', detail, fix }
}

/** Returns the result of a failed check. */
export function failed(check: string, error: unknown, fix: string): Check {
  return { check, status: 'failed', detail: getErrorMessage(error), fix }
}
