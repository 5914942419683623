import type { Command } from 'commander'
import { AppError, type FieldErrors } from '../core/errors.ts'
import { badFields } from '../core/parse.ts'

/**
 * An error of an operation with its fields named as the command line names them: a field is the option of its name, or the option or
 * argument whose value has its name, without `Id`: `organizationId` is `--org <organization>`. `id` is the first argument.
 */
export function inOptionNames(error: AppError, command: Command): AppError {
  if (!error.fieldErrors) return error
  const fieldErrors: FieldErrors = {}
  for (const [path, problem] of Object.entries(error.fieldErrors)) {
    const [field = '', ...below] = path.split('.')
    fieldErrors[[nameOf(field, command), ...below].join('.')] = problem
  }
  // The message of a BAD_REQUEST names the fields as well.
  return error.code === 'BAD_REQUEST'
    ? badFields(fieldErrors)
    : new AppError(error.code, error.message, { fieldErrors })
}

function nameOf(field: string, { options, registeredArguments }: Command): string {
  const noun = field.replace(/Id$/, '')
  const option = options.find((one) => one.attributeName() === field || one.flags.endsWith(`<${noun}>`))
  if (option?.long) return option.long
  const [first] = registeredArguments
  const argument = field === 'id' ? first : registeredArguments.find((one) => one.name() === noun)
  return argument ? `<${argument.name()}>` : field
}
