import { z } from 'zod'

/** A name of anything: 1–200 characters after trimming. */
export const nameSchema = z
  .string('must be a text')
  .trim()
  .min(1, 'must not be empty')
  .max(200, 'must be at most 200 characters')
  .refine((text) => !/\0|\p{Surrogate}/u.test(text), 'must not contain NUL or half a surrogate pair')
  // Some characters become eighteen; an index takes 2,700 bytes.
  .refine((text) => Buffer.byteLength(canonicalKey(text)) <= 2_000, 'is too long once normalized (NFKC)')

/** An http(s) address, as given. */
export const urlSchema = z
  .string('must be a text')
  .trim()
  .max(2_000, 'must be at most 2,000 characters')
  .refine(
    (text) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol),
    'must be an http or https URL',
  )

/** The identity of a name: NFKC, case-folded, trimmed, inner white space single (contract §3 "Competitor"). */
export function canonicalKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().trim().replace(/\s+/gu, ' ')
}
