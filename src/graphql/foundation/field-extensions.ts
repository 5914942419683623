import type { ErrorCode } from '../../core/foundation/errors.ts'
import type { Part } from '../../definitions/fields/field-metadata.ts'

/** Metadata of fields in the `extensions` of the schema. */
export type FieldExtensions = {
  /**
   * For a field: its value never changes once its batch has ended, except for changes that increase the batch's
   * `seq`. Fields that only lead to nested fields are immutable too. Fields without this flag, and everything below
   * them, count as changeable.
   */
  immutable?: boolean | undefined
  /** Part of a record that must be loaded for the field. */
  expensive?: Part | undefined
  /** Default number of items of a list. */
  items?: number | undefined
  /** For a mutation: the codes that it can fail with, in addition to the codes of every field. */
  errors?: readonly ErrorCode[] | undefined
}

/** Returns the extensions of a field with our type. */
export function extensionsOf({ extensions }: { extensions: object }): FieldExtensions {
  return extensions
}

/** Options of an immutable field that does not come from a core schema. */
export const IMMUTABLE: { extensions: FieldExtensions } = { extensions: { immutable: true } }

/** Options of a mutation that can fail with these codes, in addition to {@link COMMON_ERRORS}. */
export function failsWith(...errors: readonly Exclude<ErrorCode, CommonError>[]): {
  extensions: FieldExtensions
} {
  return { extensions: { errors } }
}

/** The codes that every field can fail with. */
export const COMMON_ERRORS = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'PROJECT_SCOPED_KEY_REQUIRED',
  'RATE_LIMITED',
  'LIMIT_EXCEEDED',
  'SERVICE_UNAVAILABLE',
  'INTERNAL_ERROR',
] as const
type CommonError = (typeof COMMON_ERRORS)[number]
