import { AppError, type FieldErrors } from '../core/errors.ts'
import { badFields } from '../core/parse.ts'
import { databaseIdOf } from './global-id.ts'

/** An input without null and undefined: a null from a GraphQL client means the same as leaving the field out. */
export type Given<Input> = { [Key in keyof Input]?: Exclude<Input[Key], null | undefined> }

/** Removes the fields of an input that are null or undefined; nested lists and objects are unchanged. */
export function given<Input extends object>(input: Input): Given<Input> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value != null)) as Given<Input>
}

/** `projectId` as core operations take it, absent if the input has none: members name a project, project keys do not. */
export function namedProject(projectId: string | null | undefined): { projectId?: string } {
  return projectId == null ? {} : { projectId: databaseIdOf(projectId, 'Project') }
}

/**
 * Runs a core operation whose input has other field names than the GraphQL input, and renames the fields in its errors.
 * @param names the GraphQL path for each differing path of the operation's input, with `*` for an index:
 *   `{ 'prompts.*.id': 'prompts.*.promptId' }`
 * @throws what the operation throws, with renamed field errors
 */
export async function namingFields<T>(
  names: Readonly<Record<string, string>>,
  verb: () => Promise<T>,
): Promise<T> {
  try {
    return await verb()
  } catch (error) {
    if (!(error instanceof AppError) || !error.fieldErrors) throw error
    const fieldErrors: FieldErrors = Object.create(null)
    for (const [path, message] of Object.entries(error.fieldErrors))
      fieldErrors[renamed(path, names)] = message
    // The message of a BAD_REQUEST contains the names of the fields as well.
    throw error.code === 'BAD_REQUEST'
      ? badFields(fieldErrors)
      : new AppError(error.code, error.message, { fieldErrors })
  }
}

function renamed(path: string, names: Readonly<Record<string, string>>): string {
  const indexes = path.split('.').filter((part) => /^\d+$/.test(part))
  const pattern = path.replace(/(?<=\.)\d+(?=\.|$)/g, '*')
  const own = Object.hasOwn(names, pattern) ? names[pattern] : undefined
  return own?.replaceAll('*', () => indexes.shift() ?? '*') ?? path
}
