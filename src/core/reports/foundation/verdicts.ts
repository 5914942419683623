import type { ChangeVerdict } from '../../../metrics/definitions.ts'

/** Verdicts on a change, as reports word them. The MCP prompts refer to `Moved`. */
export const VERDICTS: Readonly<Record<ChangeVerdict, string>> = {
  moved: 'Moved',
  within_noise: 'Within noise',
  insufficient: 'Not enough data',
  not_comparable: 'Not comparable',
}
