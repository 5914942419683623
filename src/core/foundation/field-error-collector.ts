import { AppError, type ErrorCode, type FieldErrors } from './errors.ts'
import { badFields } from './parse.ts'

/** Collects field errors of several checks, to report them in one error. */
export class FieldErrorCollector {
  readonly #fields: FieldErrors = Object.create(null)
  readonly #codes = new Set<ErrorCode>()

  /**
   * Runs a check and collects its field errors, prefixing their paths with `path`. Returns undefined if there were any.
   * Rethrows other errors.
   */
  check<T>(path: string, work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      return this.#collect(path, error)
    }
  }

  /** Does the same for asynchronous work. */
  async checkAsync<T>(path: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      return this.#collect(path, error)
    }
  }

  /** Adds a field error. Only the first message per field is kept. */
  add(field: string, message: string, code: ErrorCode = 'BAD_REQUEST'): void {
    this.#fields[field] ??= message
    this.#codes.add(code)
  }

  #collect(path: string, error: unknown): undefined {
    if (!(error instanceof AppError && error.fieldErrors)) throw error
    for (const [field, message] of Object.entries(error.fieldErrors)) {
      this.add(path ? `${path}.${field}` : field, message, error.code)
    }
  }

  /**
   * Throws one error with all collected fields. Does nothing if there are none.
   * @throws {AppError} INVALID_PROVIDER if all errors are unknown providers, otherwise BAD_REQUEST
   */
  throwIfAny(): void {
    if (this.#codes.size === 0) return
    const error = badFields(this.#fields)
    if (this.#codes.has('BAD_REQUEST') || !error.fieldErrors) throw error
    throw new AppError('INVALID_PROVIDER', 'Unknown provider.', { fieldErrors: error.fieldErrors })
  }
}
