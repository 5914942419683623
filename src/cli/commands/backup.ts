import type { Command } from 'commander'
import type { Operations } from '../foundation/operations.ts'
import { printJson } from '../foundation/output.ts'

/** Adds `backup` and `restore`, which are for the embedded database. */
export function addBackupCommands(program: Command, operations: Operations): void {
  program
    .command('backup')
    .description('write the embedded database and its keys to a file, while the server runs')
    .argument('<file>', 'file to create, such as answergraph.tar.gz; keep it secret, it contains the keys')
    .action(async (file: string, options: { json?: boolean }) => {
      const result = await operations.backUp(file)
      if (options.json) return printJson(result)
      process.stdout.write(`Wrote ${result.file} (${Math.ceil(result.bytes / 1_000_000)} MB).\n`)
    })
  program
    .command('restore')
    .description('restore a backup into DATA_DIR, which must not contain a database')
    .argument('<file>', 'file that answergraph backup wrote')
    .action(async (file: string, options: { json?: boolean }) => {
      const result = await operations.restore(file)
      if (options.json) return printJson(result)
      process.stdout.write(
        `Restored ${result.organizations} organization${result.organizations === 1 ? '' : 's'} into ${result.folder}. Start it with: answergraph start\n`,
      )
    })
}
