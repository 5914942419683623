import tab from '@bomb.sh/tab/commander'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { AppError } from '../core/foundation/errors.ts'
import type { Vendor } from '../core/provider-port/vendor.ts'
import { PACKAGE_VERSION } from '../infra/package-root.ts'
import { addAccessCommands } from './commands/access.ts'
import { addBackupCommands } from './commands/backup.ts'
import { addConfigCommand } from './commands/config.ts'
import { addCredentialCommands } from './commands/credentials.ts'
import { addExportCommand } from './commands/export.ts'
import { addExtractCommand } from './commands/extract.ts'
import { addHealthCommands } from './commands/health.ts'
import { addMcpCommand } from './commands/mcp.ts'
import { addReextractCommand } from './commands/reextract.ts'
import { addReportingRoleCommands } from './commands/reporting-roles.ts'
import { addRunCommands } from './commands/run.ts'
import { addTrendCommands } from './commands/trends.ts'
import { addUserCommands } from './commands/users.ts'
import { inOptionNames } from './field-names.ts'
import type { Operations } from './foundation/operations.ts'
import { CommandFailed, printFailure } from './foundation/output.ts'

/**
 * Runs a command and prints its result or error.
 * @returns the exit code: 0; 1 after a failure; 2 if a condition of `check` is met
 */
export async function runCommandLine(parameters: readonly string[], operations: Operations): Promise<number> {
  const json = parameters.includes('--json')
  // Only the help of this command needs the vendors, and loading them takes a while.
  const isHelp = parameters.some((parameter) => ['help', '--help', '-h'].includes(parameter))
  const vendors = isHelp && parameters.includes('providers') ? await operations.vendors() : []
  const program = createProgram(operations, { json, vendors })
  let command = program
  program.hook('preAction', (_, actionCommand) => {
    command = actionCommand
  })
  try {
    await program.parseAsync([...parameters], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) {
      // --help and --version exit with 0. Commander has already printed other errors as text.
      if (error.exitCode === 0) return 0
      if (json) printFailure(new AppError('BAD_REQUEST', error.message.replace(/^error: /, '')), true)
      return 1
    }
    const named = error instanceof AppError ? inOptionNames(error, command) : error
    if (named instanceof CommandFailed) return named.exitCode
    printFailure(named, json)
    return 1
  }
}

/** Creates the program with all commands and options. `vendors` are shown in the help of the command `providers`. */
export function createProgram(
  operations: Operations,
  { json, vendors = [] }: { json: boolean; vendors?: readonly Vendor[] },
): Command {
  const program = new Command('answergraph')
    .description('Measures how AI assistants mention brands.')
    .version(PACKAGE_VERSION)
    .exitOverride()
    .showHelpAfterError('Run with --help to list the commands and options.')
    .configureOutput(json ? { writeErr: () => {} } : {})
  program
    .command('start')
    .description('migrate the database and start the server')
    .addOption(
      new Option('--role <role>', 'what this process does')
        .choices(['all', 'gateway', 'worker'])
        .default('all'),
    )
    .option('--port <number>', 'port to listen on (default: PORT, or 4000)', port)
    .option('--demo', 'create a demo organization with a project; simulate providers without credentials')
    .action(({ role, port, demo = false }) => operations.start({ role, port, demo, json }))
  addHealthCommands(program, operations, vendors)
  addConfigCommand(program, operations)
  addBackupCommands(program, operations)
  addAccessCommands(program, operations)
  addUserCommands(program, operations)
  addCredentialCommands(program, operations)
  addReportingRoleCommands(program, operations)
  addReextractCommand(program, operations)
  addExtractCommand(program)
  addMcpCommand(program, operations)
  addRunCommands(program, operations)
  addTrendCommands(program, operations)
  addExportCommand(program, operations)
  addJsonOption(program)
  tab(program)
  return program
}

/** Adds the option --json to every command. */
function addJsonOption(command: Command): void {
  for (const inner of command.commands) {
    if (inner.commands.length === 0) inner.option('--json', 'print one JSON document')
    inner.exitOverride().copyInheritedSettings(command)
    addJsonOption(inner)
  }
}

function port(text: string): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= 65_535) return number
  throw new InvalidArgumentError('It must be a whole number from 0 to 65535.')
}
