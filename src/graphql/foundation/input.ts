import { AppError, type FieldErrors } from '../../core/foundation/errors.ts'
import { badFields } from '../../core/foundation/parse.ts'
import { databaseIdOf } from './global-id.ts'

/** An input without null and undefined values. A null from a GraphQL client is equivalent to an omitted field. */
export type NonNullish<Input> = { [Key in keyof Input]?: Exclude<Input[Key], null | undefined> }

/** Removes null and undefined fields of an input. Nested lists and objects are unchanged. */
export function omitNullish<Input extends object>(input: Input): NonNullish<Input> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value != null)) as NonNullish<Input>
}

/**
 * Returns `projectId` as an input of core operations, or an empty object without one. Members pass a project id,
 * project keys do not.
 */
export function namedProject(projectId: string | null | undefined): { projectId?: string } {
  return projectId == null ? {} : { projectId: databaseIdOf(projectId, 'Project') }
}

/**
 * Runs a core operation with input field names that differ from the GraphQL input, and renames the fields in its
 * errors.
 * @param names maps differing paths of the operation's input to GraphQL paths, with `*` for an index: `{
 * 'prompts.*.id': 'prompts.*.promptId' }`
 * @throws errors of the operation, with renamed field errors
 */
export async function namingFields<T>(
  names: Readonly<Record<string, string>>,
  operation: () => Promise<T>,
): Promise<T> {
  try {
    return await operation()
  } catch (error) {
    if (!(error instanceof AppError) || !error.fieldErrors) throw error
    const fieldErrors: FieldErrors = Object.create(null)
    for (const [path, message] of Object.entries(error.fieldErrors))
      fieldErrors[renamed(path, names)] = message
    // The message of a BAD_REQUEST also contains the names of the fields.
    throw error.code === 'BAD_REQUEST'
      ? badFields(fieldErrors)
      : new AppError(error.code, error.message, { fieldErrors })
  }
}

/**
 * Runs a core operation with a filter that is a nested input in GraphQL: `filter.provider` instead of `provider`.
 * @param names maps names of the core filter to GraphQL names where they differ
 * @throws errors of the operation, with renamed field errors
 */
export function namingFilter<T>(
  filter: object,
  operation: () => Promise<T>,
  names: Readonly<Record<string, string>> = {},
): Promise<T> {
  const paths = Object.keys(filter).map((name) => [name, `filter.${names[name] ?? name}`])
  return namingFields(Object.fromEntries(paths), operation)
}

function renamed(path: string, names: Readonly<Record<string, string>>): string {
  const indexes = path.split('.').filter((part) => /^\d+$/.test(part))
  const pattern = path.replace(/(?<=\.)\d+(?=\.|$)/g, '*')
  const graphqlPath = Object.hasOwn(names, pattern) ? names[pattern] : undefined
  return graphqlPath?.replaceAll('*', () => indexes.shift() ?? '*') ?? path
}
