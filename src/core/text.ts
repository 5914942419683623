import { z } from 'zod'

/** A character that is shown: not white space, a control or format character, or one of no width (Unicode UAX #44). */
const VISIBLE = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** A text of 1 to `maximum` characters after trimming, without characters that PostgreSQL refuses. */
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
 * Embeddings, overrides and isolates of Unicode's bidirectional algorithm (UAX #9). In a name they would turn the words and figures
 * around it, wherever it stands in a sentence; texts of right-to-left scripts do without them.
 */
const TURNS_DIRECTION = /[\u202a-\u202e\u2066-\u2069]/

/** A name: 1–200 characters after trimming, none of which turns the direction of the text around it. */
export const nameSchema = textSchema(200)
  .refine(
    (text) => !TURNS_DIRECTION.test(text),
    'must not contain characters that change the direction of text (U+202A–U+202E, U+2066–U+2069)',
  )
  // NFKC expands some characters to eighteen; an entry of a PostgreSQL index holds at most 2,700 bytes.
  .refine((text) => Buffer.byteLength(canonicalKey(text)) <= 2_000, 'is too long once normalized (NFKC)')

/** An http(s) URL; not normalised. */
export const urlSchema = z
  .string('must be a text')
  .trim()
  .max(2_000, 'must be at most 2,000 characters')
  .refine(
    (text) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol),
    'must be an http or https URL',
  )

/** The form by which names are compared: NFKC, without characters of no width, lower case, trimmed, with single spaces. */
export function canonicalKey(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .trim()
    .replace(/\s+/gu, ' ')
}

/** Distinct names in their first spelling, without those of `apartFrom`; compared by {@link canonicalKey}. */
export function distinctNames(names: readonly string[], apartFrom: readonly string[] = []): string[] {
  const seen = new Set(apartFrom.map(canonicalKey))
  return names.filter((name) => {
    const key = canonicalKey(name)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
