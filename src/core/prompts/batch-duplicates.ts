import { entriesOf, isObject } from './check-input.ts'
import type { Problems } from './problems.ts'

/**
 * Notes what a batch names twice: a prompt that is to change in two ways, and a text for two prompts. It looks at the input
 * as it came, so that these mistakes are told together with those of the schema.
 */
export function checkDistinct(problems: Problems, input: unknown): void {
  noteTwice(problems, idPlaces(input), (first) => `is also named by ${first}`)
  noteTwice(problems, textPlaces(input), (first) => `is also the text of ${first}`)
}

function noteTwice(
  problems: Problems,
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
function idPlaces(input: unknown): [path: string, id: string][] {
  const updated = entriesOf(input, 'update').map(([path, item]) => [
    `${path}.id`,
    isObject(item) ? item.id : null,
  ])
  return [...updated, ...entriesOf(input, 'delete')].flatMap(([path, id]) =>
    typeof path === 'string' && typeof id === 'string' ? [[path, id.toLowerCase()]] : [],
  )
}

/** The texts a batch gives to prompts, trimmed, and where. */
export function textPlaces(input: unknown): [path: string, text: string][] {
  return [...entriesOf(input, 'update'), ...entriesOf(input, 'create')].flatMap(([path, item]) => {
    if (typeof item === 'string') return [[path, item.trim()]]
    return isObject(item) && typeof item.text === 'string' ? [[`${path}.text`, item.text.trim()]] : []
  })
}
