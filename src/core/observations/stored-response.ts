import type { JsonValue, RawAnswer } from '../provider-port/driver.ts'

/** Columns of an `artifact f` that {@link toRawAnswer} needs. */
export const STORED_RESPONSE = 'f.raw, f.redirects'

/** A row with {@link STORED_RESPONSE}. Both are null without an artifact; `redirects` is also null if none were followed. */
export interface StoredResponse {
  raw: RawAnswer | null
  redirects: JsonValue
}

/** Returns a stored response in the form that drivers parse, with the redirect targets of its links if they were followed. */
export function toRawAnswer({ raw, redirects }: StoredResponse): RawAnswer | null {
  return raw && redirects !== null ? { ...raw, redirects } : raw
}
