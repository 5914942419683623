import type { Command } from 'commander'
import type { Operations } from '../operations.ts'
import { CommandFailed, printJson } from '../output.ts'
import { credentialsHelp, showChecks, showProviders } from './providers.ts'

/** `migrate`, `providers` and `doctor`. */
export function addHealthCommands(program: Command, operations: Operations): void {
  program
    .command('migrate')
    .description('migrate the database and exit')
    .action(async (options: { json?: boolean }) => {
      const result = await operations.migrate()
      if (options.json) return printJson(result)
      const { applied } = result
      process.stdout.write(
        applied.length > 0 ? `Applied: ${applied.join(', ')}\n` : 'The database is up to date.\n',
      )
    })
  program
    .command('providers')
    .description('list the providers: real, simulated or unavailable, by which route, and why')
    .option(
      '--check',
      'ask each real provider one cheap question, which is paid for, and show what comes back',
    )
    .addHelpText('after', () => `\n${credentialsHelp()}`)
    .action((options: { json?: boolean; check?: boolean }) =>
      options.check ? showChecks(operations, options) : showProviders(operations, options),
    )
  program
    .command('doctor')
    .description('check configuration, database, Redis and providers, and say what to fix; changes nothing')
    .action(async (options: { json?: boolean }) => {
      const checks = await operations.doctor()
      if (options.json) printJson({ checks })
      else for (const check of checks) process.stdout.write(`${lineOf(check)}\n`)
      if (checks.some(({ status }) => status === 'failed')) throw new CommandFailed('a check failed')
    })
}

const MARKS = { ok: '✓', warning: '!', failed: '✗' } as const

function lineOf({ check, status, detail, fix }: Awaited<ReturnType<Operations['doctor']>>[number]): string {
  return `${MARKS[status]} ${check}: ${detail}${fix ? `\n    → ${fix}` : ''}`
}
