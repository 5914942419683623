import type { z } from 'zod'
import type { Ctx } from '../context.ts'
import { AppError, type ErrorCode, type FieldErrors } from '../errors.ts'
import { badFields, parse } from '../parse.ts'
import { checkLocations, resolveProviders } from '../providers/resolve.ts'

/** Collects the wrong fields that several checks find, to report them in one error. */
export class FieldErrorCollector {
  readonly #fields: FieldErrors = Object.create(null)
  readonly #codes = new Set<ErrorCode>()

  /** Runs a check whose field paths are below `path`; undefined if it found wrong fields. Other errors are thrown on. */
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

  /** Adds one wrong field; the first message for a field is kept. */
  add(field: string, message: string, code: ErrorCode = 'BAD_REQUEST'): void {
    this.#fields[field] ??= message
    this.#codes.add(code)
  }

  /**
   * Throws one error that names all collected fields; does nothing when there are none.
   * @throws {AppError} INVALID_PROVIDER when unknown providers are the only errors, otherwise BAD_REQUEST
   */
  throwIfAny(): void {
    if (this.#codes.size === 0) return
    const error = badFields(this.#fields)
    if (this.#codes.has('BAD_REQUEST') || !error.fieldErrors) throw error
    throw new AppError('INVALID_PROVIDER', 'Unknown provider.', { fieldErrors: error.fieldErrors })
  }
}

/**
 * Validates a request about prompts without the database; reports every wrong field at once, including unknown providers and
 * locations that a provider does not support.
 * @param more further checks of the input, which add their errors to the collector
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER when unknown providers are the only errors
 */
export function checkInput<Schema extends z.ZodType>(
  ctx: Ctx,
  schema: Schema,
  input: unknown,
  more: (problems: FieldErrorCollector) => void = () => {},
): z.output<Schema> {
  const problems = new FieldErrorCollector()
  const parsed = problems.check('', () => parse(schema, input))
  for (const [path, prompt] of promptsIn(input)) {
    const tokens = textsOf(prompt.providers)
    problems.check(path, () => {
      const providers = resolveProviders(ctx, tokens, 'providers')
      checkLocations(providers, textsOf(prompt.locations))
    })
  }
  more(problems)
  problems.throwIfAny()
  // Undefined only after a problem.
  return parsed as z.output<Schema>
}

/** The input itself and the prompts in its lists, with their paths, also if the input is otherwise invalid. */
function promptsIn(input: unknown): [path: string, prompt: Record<string, unknown>][] {
  const places = ['create', 'update', 'prompts'].flatMap((name) => entriesOf(input, name))
  places.unshift(['', input])
  return places.flatMap(([path, prompt]) => (isObject(prompt) ? [[path, prompt]] : []))
}

/** The items of a list in an unvalidated input, with their paths; none if there is no such list. */
export function entriesOf(input: unknown, name: string): [path: string, item: unknown][] {
  const list = isObject(input) ? input[name] : undefined
  return Array.isArray(list) ? list.map((item, index) => [`${name}.${index}`, item]) : []
}

/** True for objects other than arrays. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list of texts; empty for anything else, which the schema reports. */
function textsOf(list: unknown): string[] {
  return Array.isArray(list) && list.length <= 1_000 && list.every((item) => typeof item === 'string')
    ? list
    : []
}

/**
 * Reports prompts that a batch names twice and texts that it gives to two prompts. Works on the unvalidated input, so that these
 * errors are reported together with those of the schema.
 */
export function checkDistinct(problems: FieldErrorCollector, input: unknown): void {
  reportDuplicates(problems, namedIds(input), (first) => `is also named by ${first}`)
  reportDuplicates(problems, namedTexts(input), (first) => `is also the text of ${first}`)
}

function reportDuplicates(
  problems: FieldErrorCollector,
  places: readonly [path: string, value: string][],
  message: (first: string) => string,
): void {
  const seen = new Map<string, string>()
  for (const [path, value] of places) {
    const first = seen.get(value)
    if (first === undefined) seen.set(value, path)
    else problems.add(path, message(first))
  }
}

/** The ids a batch names, and where. */
function namedIds(input: unknown): [path: string, id: string][] {
  const updated = entriesOf(input, 'update').map(([path, item]) => [
    `${path}.id`,
    isObject(item) ? item.id : null,
  ])
  return [...updated, ...entriesOf(input, 'delete')].flatMap(([path, id]) =>
    typeof path === 'string' && typeof id === 'string' ? [[path, id.toLowerCase()]] : [],
  )
}

/** The texts a batch gives to prompts, trimmed, and where. */
export function namedTexts(input: unknown): [path: string, text: string][] {
  return [...entriesOf(input, 'update'), ...entriesOf(input, 'create')].flatMap(([path, item]) => {
    if (typeof item === 'string') return [[path, item.trim()]]
    return isObject(item) && typeof item.text === 'string' ? [[`${path}.text`, item.text.trim()]] : []
  })
}
