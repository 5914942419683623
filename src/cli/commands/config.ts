import type { Command } from 'commander'
import type { Operations } from '../foundation/operations.ts'
import { printJson } from '../foundation/output.ts'

/** Adds `config`, which checks and prints the configuration. */
export function addConfigCommand(program: Command, operations: Operations): void {
  program
    .command('config')
    .description('check the environment variables and print the values that are used, without secrets')
    .option('--explain', 'also print the meaning of each variable')
    .action(async (options: { json?: boolean; explain?: boolean }) => {
      const { environment } = await operations.readConfig()
      const { effectiveVariables } = await import('../../config/reference.ts')
      const variables = effectiveVariables(environment)
      if (options.json) return printJson({ variables })
      for (const { name, value, source, description } of variables) {
        process.stdout.write(`${name}=${value ?? ''}${source === 'default' ? '' : `  (${source})`}\n`)
        if (options.explain) process.stdout.write(`    ${toPlainText(description)}\n`)
      }
    })
}

/** Removes the links and the code marks of Markdown. */
function toPlainText(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '')
}
