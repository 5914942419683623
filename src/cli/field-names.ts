import type { Command } from 'commander'
import { AppError, type FieldErrors } from '../core/foundation/errors.ts'
import { badFields } from '../core/foundation/parse.ts'

/**
 * Replaces the field names in an error by the names of options and arguments. A field belongs to the option with the same name, or
 * to the option or argument with its name, without `Id`, as the value: `organizationId` is `--org <organization>`. The field `id`
 * is the first argument.
 */
export function inOptionNames(error: AppError, command: Command): AppError {
  if (!error.fieldErrors) return error
  const fieldErrors: FieldErrors = {}
  for (const [path, problem] of Object.entries(error.fieldErrors)) {
    const [field = '', ...below] = path.split('.')
    fieldErrors[[optionName(field, command), ...below].join('.')] = problem
  }
  // The message of a BAD_REQUEST also contains the field names.
  return error.code === 'BAD_REQUEST'
    ? badFields(fieldErrors)
    : new AppError(error.code, error.message, { fieldErrors })
}

function optionName(field: string, { options, registeredArguments }: Command): string {
  const noun = field.replace(/Id$/, '')
  const option = options.find(
    (option) => option.attributeName() === field || option.flags.endsWith(`<${noun}>`),
  )
  if (option?.long) return option.long
  const [first] = registeredArguments
  const argument = field === 'id' ? first : registeredArguments.find((argument) => argument.name() === noun)
  return argument ? `<${argument.name()}>` : field
}
