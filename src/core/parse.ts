import type { z } from 'zod'
import { AppError, type FieldErrors } from './errors.ts'

/**
 * Checks input against a noun's schema.
 * @throws {AppError} BAD_REQUEST with every wrong field at once, paths dotted; an unknown field is named itself.
 */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw badFields(fieldErrorsOf(result.error))
}

/** Enough for anybody to mend; a body of nothing but mistakes is not sent back whole. */
const MOST_FIELDS = 1_000

/** A BAD_REQUEST that names each wrong field, the first thousand of them. */
export function badFields(all: FieldErrors): AppError {
  const names = Object.keys(all)
  const fieldErrors = names.length > MOST_FIELDS ? firstOf(all) : all
  const shown = names.slice(0, 3).join(', ') + (names.length > 3 ? ` and ${names.length - 3} more` : '')
  return new AppError('BAD_REQUEST', `Invalid input: ${shown}.`, { fieldErrors })
}

function firstOf(all: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(all).slice(0, MOST_FIELDS))
}

function fieldErrorsOf(error: z.ZodError): FieldErrors {
  // Without a prototype: a field may be called `constructor`.
  const fieldErrors: FieldErrors = Object.create(null)
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        fieldErrors[[...issue.path, key].join('.')] ??= 'is not a known field; remove it'
    } else {
      fieldErrors[issue.path.join('.') || 'body'] ??= issue.message
    }
  }
  return fieldErrors
}
