import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { PACKAGE_VERSION } from '../infra/package-root.ts'
import { addAccessCommands } from './commands/access.ts'
import { addExtractCommand } from './commands/extract.ts'
import { addHealthCommands } from './commands/health.ts'
import { printFailure } from './output.ts'
import type { Toolbox } from './toolbox.ts'

/**
 * Runs one command line and tells how it went.
 * @returns the exit code: 0, or 1 after any failure
 */
export async function runCommandLine(parameters: readonly string[], toolbox: Toolbox): Promise<number> {
  const json = parameters.includes('--json')
  const program = createProgram(toolbox, json)
  try {
    await program.parseAsync([...parameters], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help and version are no failures; commander has printed everything else for people already.
      if (error.exitCode === 0) return 0
      if (json) printFailure(new Error(error.message.replace(/^error: /, '')), true)
      return 1
    }
    printFailure(error, json)
    return 1
  }
}

function createProgram(toolbox: Toolbox, json: boolean): Command {
  const program = new Command('answergraph')
    .description('Measures how AI answers speak of brands.')
    .version(PACKAGE_VERSION)
    .exitOverride()
    .showHelpAfterError('Run with --help to see what there is.')
    .configureOutput(json ? { writeErr: () => {} } : {})
  program
    .command('start')
    .description('bring the database up to date, then serve until stopped')
    .addOption(
      new Option('--role <role>', 'what this process does')
        .choices(['all', 'gateway', 'worker'])
        .default('all'),
    )
    .option('--port <number>', 'port to listen on (default: PORT, else 4000)', port)
    .option(
      '--demo',
      'make a demo organization with a project to look at; simulate providers without credentials',
    )
    .action(({ role, port, demo = false }) => toolbox.start({ role, port, demo, json }))
  addHealthCommands(program, toolbox)
  addAccessCommands(program, toolbox)
  addExtractCommand(program)
  offerJson(program)
  return program
}

/** Every command takes it, in any place. */
function offerJson(command: Command): void {
  for (const inner of command.commands) {
    if (inner.commands.length === 0) inner.option('--json', 'print one JSON document')
    inner.exitOverride().copyInheritedSettings(command)
    offerJson(inner)
  }
}

function port(text: string): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= 65_535) return number
  throw new InvalidArgumentError('It must be a whole number from 0 to 65535.')
}
