import type { JsonValue, RawAnswer } from '../../providers/driver.ts'

/** The columns of an `artifact f` that {@link toRawAnswer} needs. */
export const STORED_RESPONSE = 'f.raw, f.redirects'

/** A row with {@link STORED_RESPONSE}; both are null without an artifact, `redirects` also where none were followed. */
export interface StoredResponse {
  raw: RawAnswer | null
  redirects: JsonValue
}

/** A stored response as drivers read it: with the targets of its links, once they were followed. */
export function toRawAnswer({ raw, redirects }: StoredResponse): RawAnswer | null {
  return raw && redirects !== null ? { ...raw, redirects } : raw
}
