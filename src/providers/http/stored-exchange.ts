import { z } from 'zod'
import { ProviderError, type RawAnswer } from '../../core/provider-port/driver.ts'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { LOCATIONS_APPLIED, type LocationApplied } from '../../definitions/vocabulary.ts'

/** The fields that every HTTP driver stores. Drivers may store more. */
const storedSchema = z.looseObject({
  body: z.string(),
  request: z.looseObject({ url: z.string().default(''), body: z.unknown() }),
  locationApplied: z.enum(valuesOf(LOCATIONS_APPLIED)),
})

export interface StoredExchange<Body = unknown> {
  body: Body
  request: unknown
  locationApplied: LocationApplied
}

/**
 * Parses the common part of a raw answer.
 * @throws {ProviderError} of kind `drift` for a raw answer of another driver, or a body that is not JSON
 */
export function readStoredExchange(raw: RawAnswer, driver: string): StoredExchange {
  return readStoredExchangeAs(raw, driver, parseBody)
}

/** Like {@link readStoredExchange}, with a custom parser for bodies that are not plain JSON. */
export function readStoredExchangeAs<Body>(
  raw: RawAnswer,
  driver: string,
  parse: (body: string) => Body,
): StoredExchange<Body> {
  const parsed = storedSchema.safeParse(raw)
  if (!parsed.success) {
    const reason = z.prettifyError(parsed.error)
    throw new ProviderError('drift', `not a raw answer of the ${driver} driver: ${reason}`)
  }
  const { body, request, locationApplied } = parsed.data
  return { body: parse(body), request: request.body, locationApplied }
}

/**
 * Parses the body of a response as JSON.
 * @throws {ProviderError} of kind `drift` if it is not JSON, for example because it was cut off
 */
export function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    const start = body.trimStart().slice(0, 80)
    throw new ProviderError('drift', `the answer is not JSON, it starts with ${JSON.stringify(start)}`, {
      cause,
    })
  }
}

/**
 * Validates a body with a schema.
 * @param what describes the expected body in the error, such as "a chat completion"
 * @throws {ProviderError} of kind `drift` if the body does not match
 */
export function parseAs<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  what: string,
): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new ProviderError('drift', `not ${what}: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}
