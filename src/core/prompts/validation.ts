import type { z } from 'zod'
import type { Ctx } from '../foundation/context.ts'
import { FieldErrorCollector } from '../foundation/field-error-collector.ts'
import { isObject, parse } from '../foundation/parse.ts'
import { checkLocations, resolveProviders } from '../providers/resolve.ts'

/**
 * Validates a request about prompts without accessing the database. Reports all invalid fields at once, including
 * unknown providers and locations that a provider does not support.
 * @param more further checks of the input, which add their errors to the collector
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER if all errors are unknown providers
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
  // `parsed` is undefined only if there was a problem, which has been thrown above.
  return parsed as z.output<Schema>
}

/** Returns the input itself and the prompts in its lists, with their paths, even if the input is otherwise invalid. */
function promptsIn(input: unknown): [path: string, prompt: Record<string, unknown>][] {
  const entries = ['create', 'update', 'prompts'].flatMap((name) => entriesOf(input, name))
  entries.unshift(['', input])
  return entries.flatMap(([path, prompt]) => (isObject(prompt) ? [[path, prompt]] : []))
}

/** Returns the items of a list in an unvalidated input, with their paths. Empty if there is no such list. */
export function entriesOf(input: unknown, name: string): [path: string, item: unknown][] {
  const list = isObject(input) ? input[name] : undefined
  return Array.isArray(list) ? list.map((item, index) => [`${name}.${index}`, item]) : []
}

/** Returns a list of texts. Returns an empty list for anything else, which the schema reports. */
function textsOf(list: unknown): string[] {
  return Array.isArray(list) && list.length <= 1_000 && list.every((item) => typeof item === 'string')
    ? list
    : []
}

/**
 * Reports prompts that occur twice in a batch, and texts that it gives to two prompts. Works on the unvalidated input,
 * so that these errors are reported together with the schema's errors.
 */
export function checkDistinct(problems: FieldErrorCollector, input: unknown): void {
  reportDuplicates(problems, idFieldsOf(input), (first) => `is the same prompt as ${first}`)
  reportDuplicates(problems, textFieldsOf(input), (first) => `is the same text as ${first}`)
}

function reportDuplicates(
  problems: FieldErrorCollector,
  fields: readonly [path: string, value: string][],
  message: (first: string) => string,
): void {
  const seen = new Map<string, string>()
  for (const [path, value] of fields) {
    const first = seen.get(value)
    if (first === undefined) seen.set(value, path)
    else problems.add(path, message(first))
  }
}

/** Returns the paths and values of the prompt ids in a batch. */
function idFieldsOf(input: unknown): [path: string, id: string][] {
  const updated = entriesOf(input, 'update').map(([path, item]) => [
    `${path}.id`,
    isObject(item) ? item.id : null,
  ])
  return [...updated, ...entriesOf(input, 'delete')].flatMap(([path, id]) =>
    typeof path === 'string' && typeof id === 'string' ? [[path, id.toLowerCase()]] : [],
  )
}

/** Returns the paths and trimmed values of the prompt texts in a batch. */
export function textFieldsOf(input: unknown): [path: string, text: string][] {
  return [...entriesOf(input, 'update'), ...entriesOf(input, 'create')].flatMap(([path, item]) => {
    if (typeof item === 'string') return [[path, item.trim()]]
    return isObject(item) && typeof item.text === 'string' ? [[`${path}.text`, item.text.trim()]] : []
  })
}
