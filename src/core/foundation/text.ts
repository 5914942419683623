import { z } from 'zod'
import { parseUrl } from '../../definitions/parse-url.ts'

/** Matches a visible character: not white space, control, format or zero-width (Unicode UAX #44). */
const VISIBLE = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** Returns the schema of a text with 1 to `maximum` characters after trimming, without characters that PostgreSQL rejects. */
export function textSchema(maximum: number) {
  return z
    .string('must be a text')
    .trim()
    .min(1, 'must not be empty')
    .max(maximum, `must be at most ${maximum.toLocaleString('en')} characters`)
    .refine((text) => !/\0|\p{Surrogate}/u.test(text), 'must not contain NUL or half a surrogate pair')
    .refine((text) => text === '' || VISIBLE.test(text), 'must contain a visible character')
}

/**
 * Matches embeddings, overrides and isolates of Unicode's bidirectional algorithm (UAX #9). In a name they would
 * reverse the surrounding words and numbers. Right-to-left scripts do not need them.
 */
const CHANGES_DIRECTION = /[\u202a-\u202e\u2066-\u2069]/

/** Name of 1–200 characters after trimming, without characters that change the text direction. */
export const nameSchema = textSchema(200)
  .refine(
    (text) => !CHANGES_DIRECTION.test(text),
    'must not contain characters that change the direction of text (U+202A–U+202E, U+2066–U+2069)',
  )
  // NFKC expands some characters to eighteen, and a PostgreSQL index entry holds at most 2,700 bytes.
  .refine((text) => Buffer.byteLength(canonicalKey(text)) <= 2_000, 'is too long once normalized (NFKC)')

/** An http(s) URL, not normalized. */
export const urlSchema = z
  .string('must be a text')
  .trim()
  .max(2_000, 'must be at most 2,000 characters')
  .refine(
    (text) => ['http:', 'https:'].includes(parseUrl(text)?.protocol ?? ''),
    'must be an http or https URL',
  )

/** Returns the form in which names are compared: NFKC, no zero-width characters, lower case, trimmed, single spaces. */
export function canonicalKey(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .trim()
    .replace(/\s+/gu, ' ')
}

/** Returns distinct names in their first spelling, except the names in `excluded`. Compares by {@link canonicalKey}. */
export function distinctNames(names: readonly string[], excluded: readonly string[] = []): string[] {
  const seen = new Set(excluded.map(canonicalKey))
  return names.filter((name) => {
    const key = canonicalKey(name)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
