import type { z } from 'zod'
import type { Ctx } from '../context.ts'
import { parse } from '../parse.ts'
import { checkLocations, resolveProviders } from '../providers/resolve.ts'
import { Problems } from './problems.ts'

/**
 * Checks a request about prompts as far as that is possible without the database; every wrong field is told at once,
 * unknown providers and providers that cannot answer for a location among them.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER when unknown providers are all that is wrong
 */
export function checkInput<Schema extends z.ZodType>(
  ctx: Ctx,
  schema: Schema,
  input: unknown,
  more: (problems: Problems) => void = () => {},
): z.output<Schema> {
  const problems = new Problems()
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

/** The input itself and the prompts in its lists, with their paths, whatever else is wrong with them. */
function promptsIn(input: unknown): [path: string, prompt: Record<string, unknown>][] {
  const places = ['create', 'update', 'prompts'].flatMap((name) => entriesOf(input, name))
  places.unshift(['', input])
  return places.flatMap(([path, prompt]) => (isObject(prompt) ? [[path, prompt]] : []))
}

/** The items of a list in an input that nobody has checked, with their paths; none when there is no list. */
export function entriesOf(input: unknown, name: string): [path: string, item: unknown][] {
  const list = isObject(input) ? input[name] : undefined
  return Array.isArray(list) ? list.map((item, index) => [`${name}.${index}`, item]) : []
}

/** Whether it has fields to look at. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list of texts; empty when it is anything else, which the schema tells. */
function textsOf(list: unknown): string[] {
  return Array.isArray(list) && list.length <= 1_000 && list.every((item) => typeof item === 'string')
    ? list
    : []
}
