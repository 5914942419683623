import { z } from 'zod'

/** Language of numbers and dates, as a BCP 47 tag in canonical form. */
export const localeSchema = z
  .string('must be a text')
  .max(35, 'must be at most 35 characters')
  .transform((tag, { addIssue }) => {
    try {
      const [locale] = Intl.NumberFormat.supportedLocalesOf(tag)
      if (locale !== undefined) return locale
    } catch {
      // Not the form of a tag.
    }
    addIssue('must be a language tag such as de-DE')
    return z.NEVER
  })
  .describe('Language in which numbers and dates are written, as a BCP 47 tag such as `de-DE`.')

/** Time zone, as an IANA name. */
export const timezoneSchema = z
  .string('must be a text')
  .max(64, 'must be at most 64 characters')
  .refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin')
  .describe('Time zone, as an IANA name such as `Europe/Berlin`.')

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
}
