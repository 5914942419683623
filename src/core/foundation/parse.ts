import { z } from 'zod'
import { AppError, type FieldErrors } from './errors.ts'

/**
 * Parses input with a schema.
 * @throws {AppError} BAD_REQUEST with the dotted paths of all invalid and unknown fields
 */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw badFields(fieldErrorsOf(result.error, input))
}

/**
 * Returns the fields of an input that are valid by themselves. Further checks can then run on these fields, so that one error
 * reports all problems.
 */
export function validFieldsOf<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  input: unknown,
): Partial<z.output<z.ZodObject<Shape>>> {
  if (!isObject(input)) return {}
  const valid = Object.entries(schema.shape).flatMap(([name, field]) => {
    const parsed = z.safeParse(field, input[name])
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data]] : []
  })
  // The cast is safe: each value was parsed with the schema of its field.
  return Object.fromEntries(valid) as Partial<z.output<z.ZodObject<Shape>>>
}

/** Returns true for objects other than arrays. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Maximum number of fields in an error, for bodies with very many invalid fields. */
const MAXIMUM_FIELDS = 1_000

/** Returns a BAD_REQUEST error that lists the invalid fields, at most the first thousand. */
export function badFields(all: FieldErrors): AppError {
  const names = Object.keys(all)
  const fieldErrors = names.length > MAXIMUM_FIELDS ? firstOf(all) : all
  const shown = names.slice(0, 3).join(', ') + (names.length > 3 ? ` and ${names.length - 3} more` : '')
  return new AppError('BAD_REQUEST', `Invalid input: ${shown}.`, { fieldErrors })
}

function firstOf(all: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(all).slice(0, MAXIMUM_FIELDS))
}

function fieldErrorsOf(error: z.ZodError, input: unknown): FieldErrors {
  // No prototype, because a field may be called `constructor`.
  const fieldErrors: FieldErrors = Object.create(null)
  addIssues(fieldErrors, error.issues, { path: [], value: input })
  return fieldErrors
}

function addIssues(
  fieldErrors: FieldErrors,
  issues: readonly z.core.$ZodIssue[],
  parent: { path: readonly PropertyKey[]; value: unknown },
): void {
  for (const issue of issues) {
    const path = [...parent.path, ...issue.path]
    const value = issue.path.reduce(partOf, parent.value)
    // The message of a union does not name the invalid field, but the issues of the alternative with the right type do.
    const alternative = issue.code === 'invalid_union' ? issue.errors.find(isOfItsType) : undefined
    if (alternative) addIssues(fieldErrors, alternative, { path, value })
    else if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        fieldErrors[[...path, key].join('.')] ??= 'is not a known field; remove it'
    } else {
      const isMissing = value === undefined && TYPE_ISSUES.has(issue.code)
      fieldErrors[path.join('.') || 'body'] ??= isMissing ? 'is required' : messageOf(issue)
    }
  }
}

/** Returns our words for an object of the wrong type. All other schemas have their own messages. */
function messageOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' &&
    issue.expected === 'object' &&
    issue.message.startsWith('Invalid input')
    ? 'must be a JSON object'
    : issue.message
}

/** Codes of the issues that zod reports for missing values. */
const TYPE_ISSUES = new Set(['invalid_type', 'invalid_union', 'invalid_value'])

function partOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined
}

function isOfItsType(alternative: readonly z.core.$ZodIssue[]): boolean {
  return !alternative.some(({ code, path }) => code === 'invalid_type' && path.length === 0)
}
