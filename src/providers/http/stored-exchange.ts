import { z } from 'zod'
import { valuesOf } from '../../definitions/enumeration.ts'
import { LOCATIONS_APPLIED, type LocationApplied } from '../../definitions/vocabulary.ts'
import { ProviderError, type RawAnswer } from '../driver.ts'

/** What every driver that asks over HTTP stores; drivers may store more beside it. */
const storedSchema = z.looseObject({
  body: z.string(),
  request: z.looseObject({ url: z.string().default(''), body: z.unknown() }),
  locationApplied: z.enum(valuesOf(LOCATIONS_APPLIED)),
})

/** A stored exchange with its body parsed. */
export interface StoredExchange<Body = unknown> {
  /** The parsed body of the response. */
  body: Body
  /** The body of the request. */
  request: unknown
  locationApplied: LocationApplied
}

/**
 * Reads the common part of a raw answer.
 * @throws {ProviderError} of kind `drift` for a raw answer of another driver, and a body that is no JSON
 */
export function readStoredExchange(raw: RawAnswer, driver: string): StoredExchange {
  return readStoredExchangeAs(raw, driver, parseBody)
}

/** The same for a body that is not plain JSON, which `parse` reads. */
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
 * The parsed body of a response.
 * @throws {ProviderError} of kind `drift` for what is no JSON, such as a body that was cut off
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
 * The body as the schema describes it.
 * @param what names it in the error, such as "a chat completion"
 * @throws {ProviderError} of kind `drift` for any other
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
