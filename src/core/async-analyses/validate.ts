import type { z } from 'zod'
import { checkPersonas } from '../batches/personas.ts'
import type { Ctx } from '../foundation/context.ts'
import { FieldErrorCollector } from '../foundation/field-error-collector.ts'
import { badFields, isObject, validFieldsOf } from '../foundation/parse.ts'
import { optionalKeySchema, parseWithKey } from '../idempotency/key.ts'
import type { Provider } from '../provider-port/registry.ts'
import { checkLocations, resolveProviders } from '../providers/resolve.ts'
import type { WebhookDeps } from '../webhooks/dependencies.ts'
import { checkWebhookUrl } from '../webhooks/target.ts'
import { ANALYSIS_LIMITS, startInputSchema } from './input.ts'

type StartRequest = z.output<typeof startInputSchema>

/** A valid request to start an async analysis. */
export interface ValidRequest {
  request: StartRequest
  prompts: readonly string[]
  providers: readonly Provider[]
}

/**
 * Validates a request to start an async analysis, and reports all invalid fields together.
 * @param body the request as it was received
 * @param projectId project of the analysis; null for an analysis without a project
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER if all problems are unknown providers
 */
export async function validateRequest(
  ctx: Ctx<WebhookDeps>,
  {
    body,
    projectId,
    idempotencyKey,
  }: { body: unknown; projectId: string | null; idempotencyKey: string | undefined },
): Promise<ValidRequest> {
  const problems = new FieldErrorCollector()
  const keyed = { key: idempotencyKey, keySchema: optionalKeySchema }
  const request = problems.check('', () => parseWithKey(startInputSchema, body, keyed))
  // Without an object, there are no fields to check.
  if (!isObject(body)) problems.throwIfAny()
  const given = isObject(body) ? body : {}
  problems.check('', () => checkPromptFields(given))
  problems.check('', () => checkBrand(projectId, given.brandName))
  const valid = validFieldsOf(startInputSchema, body)
  const { locations, personas, webhook } = valid
  const providers = problems.check('', () => resolveProviders(ctx, valid.providers ?? [], 'providers')) ?? []
  problems.check('', () => checkLocations(providers, locations ?? []))
  problems.check('', () => checkPersonas(providers, personas))
  problems.check('', () => checkStopWhen(valid))
  const prompts = valid.prompts ?? (valid.prompt === undefined ? [] : [valid.prompt])
  const questions = prompts.length * providers.length * (locations?.length ?? 0) * (personas?.length ?? 1)
  problems.check('', () => checkSize(questions, valid))
  if (webhook) await problems.checkAsync('', () => checkWebhookUrl(ctx, webhook.url))
  problems.throwIfAny()
  // `request` is undefined only if there was a problem, which has been thrown above.
  return { request: request as StartRequest, prompts, providers }
}

function checkPromptFields({ prompt, prompts }: Record<string, unknown>): void {
  if (prompt !== undefined && prompts !== undefined)
    throw badFields({ prompts: 'give prompt or prompts, not both' })
  if (prompt === undefined && prompts === undefined)
    throw badFields({ prompt: 'is required, unless prompts is given' })
}

function checkBrand(projectId: string | null, brandName: unknown): void {
  if (projectId !== null && brandName !== undefined) {
    throw badFields({ brandName: "is not accepted with a project: the project's analysis brand is used" })
  }
  if (projectId === null && brandName === undefined) {
    throw badFields({ brandName: 'is required without a project' })
  }
}

/** The fields that set the number of answers. An invalid field is missing. */
type Counts = Partial<Pick<StartRequest, 'personas' | 'replicates' | 'stopWhen'>>

function checkStopWhen({ replicates = 1, stopWhen }: Counts): void {
  if (!stopWhen || stopWhen.atMost >= replicates) return
  throw badFields({
    'stopWhen.atMost': `must be at least replicates, the size of the first round: raise it to ${replicates}, or lower replicates`,
  })
}

/** Rejects a request with too many units. @param questions prompts × providers × locations × personas */
function checkSize(questions: number, { personas, replicates = 1, stopWhen }: Counts): void {
  const units = questions * (stopWhen?.atMost ?? replicates)
  if (units <= ANALYSIS_LIMITS.units) return
  const times = stopWhen ? 'stopWhen.atMost' : 'replicates'
  throw badFields({
    [stopWhen ? times : 'prompts']:
      `prompts × providers × locations × ${personas ? 'personas × ' : ''}${times} is ${units}; at most ${ANALYSIS_LIMITS.units} are accepted`,
  })
}
