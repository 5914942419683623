import type { Command } from 'commander'
import { listProviders } from '../../core/providers/list.ts'
import { printJson, printPlain } from '../output.ts'
import type { Toolbox } from '../toolbox.ts'

/** `migrate`, `providers` and `doctor`. */
export function addHealthCommands(program: Command, toolbox: Toolbox): void {
  program
    .command('migrate')
    .description('bring the database up to date and exit')
    .action(async (options: { json?: boolean }) => {
      const result = await toolbox.migrate()
      if (options.json) return printJson(result)
      const { applied } = result
      process.stdout.write(
        applied.length > 0 ? `Applied: ${applied.join(', ')}\n` : 'The database is up to date.\n',
      )
    })
  program
    .command('providers')
    .description('list the provider registry')
    .action(async (options: { json?: boolean }) => {
      const providers = await toolbox.withOperator((ctx) => listProviders({ ctx }))
      if (options.json) return printJson({ providers })
      printPlain(
        providers.map(({ id, driver, simulated, available, locations, circuit, reason }) => ({
          token: id,
          driver: simulated && driver !== 'simulated' ? `${driver} (simulated)` : driver,
          real: simulated ? 'no' : 'yes',
          available: available ? 'yes' : `no: ${reason}`,
          locations: locations === '*' ? 'all' : locations,
          circuit,
        })),
      )
    })
  program
    .command('doctor')
    .description('check configuration, database, Redis and providers, and say what to fix')
    .action(async (options: { json?: boolean }) => {
      const checks = await toolbox.examine()
      if (options.json) printJson({ checks })
      else for (const check of checks) process.stdout.write(`${lineOf(check)}\n`)
      if (checks.some(({ status }) => status === 'failed')) process.exitCode = 1
    })
}

const MARKS = { ok: '✓', warning: '!', failed: '✗' } as const

function lineOf({ check, status, detail, fix }: Awaited<ReturnType<Toolbox['examine']>>[number]): string {
  return `${MARKS[status]} ${check}: ${detail}${fix ? `\n    → ${fix}` : ''}`
}
