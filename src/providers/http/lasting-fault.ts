import type { ProviderFault } from '../../core/provider-port/driver.ts'

const MODEL_CODE =
  /^(model_not_(found|available|supported)|invalid_model|unknown_model|model_deprecated|deployment_?not_?found)$/i
/**
 * Messages for a model that does not exist, was retired, is not open to the account, or cannot search. Anthropic's
 * message is only `model: <name>`.
 */
const MODEL = new RegExp(
  [
    String.raw`\bmodels?\b.{0,160}\b(does not exist|not found|no longer (available|supported|offered)|(was|is|has been) (deprecated|retired|removed|decommissioned|discontinued|shut ?down)|not available|not a valid model)`,
    String.raw`\b(invalid|unknown|unsupported) model\b|not a valid model|no endpoints found for|model not found`,
    String.raw`(not supported|not enabled) (with|for|by|on) (this |the )?(model\b|requested model|gpt-|grok-|claude-|models/)`,
    String.raw`does not have access to (the )?model|^model: \S+$`,
  ].join('|'),
  'i',
)
const MODEL_STATUSES = new Set([400, 403, 404, 410, 422])

const SIZE_CODE = /^(context_length_exceeded|string_above_max_length|request_too_large)$/i
const SIZE =
  /request too large|tokens must be reduced|maximum context length|(prompt|input) is too long|max_(output_|completion_)?tokens.{0,80}(maximum|exceed|larger|greater|less than|>)/i
const SIZE_STATUSES = new Set([400, 413, 422, 429])

/**
 * Recognizes an error that every retry would meet: a model that cannot be used, or a request that is larger than the
 * account or the model permits, which OpenAI reports like a rate limit. Returns null for any other error.
 * @param error.codes the vendor's `code` and `type`
 */
export function lastingFault({
  status,
  codes,
  message,
}: {
  status: number
  codes: readonly unknown[]
  message: string
}): ProviderFault | null {
  const hasCode = (pattern: RegExp) => codes.some((code) => typeof code === 'string' && pattern.test(code))
  if (status === 413 || (SIZE_STATUSES.has(status) && (hasCode(SIZE_CODE) || SIZE.test(message))))
    return 'size'
  return MODEL_STATUSES.has(status) && (hasCode(MODEL_CODE) || MODEL.test(message)) ? 'model' : null
}
