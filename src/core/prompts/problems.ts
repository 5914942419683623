import { AppError, type ErrorCode, type FieldErrors } from '../errors.ts'
import { badFields } from '../parse.ts'

/** Wrong fields that several checks find, told together: a caller mends a whole batch at once. */
export class Problems {
  readonly #fields: FieldErrors = Object.create(null)
  readonly #codes = new Set<ErrorCode>()

  /** Runs a check whose paths lie below `path`; undefined when it found wrong fields. Any other failure goes on. */
  check<T>(path: string, work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof AppError && error.fieldErrors)) throw error
      for (const [field, message] of Object.entries(error.fieldErrors)) {
        this.add(path ? `${path}.${field}` : field, message, error.code)
      }
      return undefined
    }
  }

  /** Notes one wrong field; the first word on a field stays. */
  add(field: string, message: string, code: ErrorCode = 'BAD_REQUEST'): void {
    this.#fields[field] ??= message
    this.#codes.add(code)
  }

  /** @throws {AppError} naming all fields noted: INVALID_PROVIDER when unknown providers are all that is wrong, else BAD_REQUEST */
  throwIfAny(): void {
    if (this.#codes.size === 0) return
    const error = badFields(this.#fields)
    if (this.#codes.has('BAD_REQUEST') || !error.fieldErrors) throw error
    throw new AppError('INVALID_PROVIDER', 'A provider is not known.', { fieldErrors: error.fieldErrors })
  }
}
