import type { Command } from 'commander'
import type { Vendor } from '../../core/provider-port/vendor.ts'
import type { Check, Operations } from '../foundation/operations.ts'
import { CommandFailed, printJson } from '../foundation/output.ts'
import { credentialsHelp, showChecks, showPrices, showProviders } from './providers.ts'

/** Adds `migrate`, `providers` and `doctor`. */
export function addHealthCommands(
  program: Command,
  operations: Operations,
  vendors: readonly Vendor[],
): void {
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
    .description('list providers with their state, their routes, and what is missing')
    .option('--prices', 'show how the cost of each provider is known, and which models have no price')
    .option('--check', 'ask each real provider one cheap question, which costs money, and show the answer')
    .addHelpText('after', () => `\n${credentialsHelp(vendors)}`)
    .action((options: { json?: boolean; check?: boolean; prices?: boolean }) => {
      if (options.check) return showChecks(operations, options)
      return options.prices ? showPrices(operations, options) : showProviders(operations, options)
    })
  program
    .command('doctor')
    .description('check the configuration and all services, and say what to fix (read-only)')
    .action(async (options: { json?: boolean }) => {
      const checks = await operations.doctor()
      if (options.json) printJson({ checks })
      else for (const check of checks) process.stdout.write(`${formatCheck(check)}\n`)
      if (checks.some(({ status }) => status === 'failed')) throw new CommandFailed('a check failed')
    })
}

const MARKS = { ok: '✓', warning: '!', failed: '✗' } as const

function formatCheck({ check, status, detail, fix }: Check): string {
  return `${MARKS[status]} ${check}: ${detail}${fix ? `\n    → ${fix}` : ''}`
}
