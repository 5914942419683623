import type { Command } from 'commander'
import type { Operations } from '../foundation/operations.ts'
import { runner } from '../foundation/run.ts'

/** Adds `reextract`, which queues the re-extraction of stored answers with the installed version. */
export function addReextractCommand(program: Command, operations: Operations): void {
  const run = runner(operations)
  program
    .command('reextract')
    .description(
      'after an upgrade, re-extract all stored answers of older versions without asking providers again',
    )
    .action((options) => run(options, (ctx, verbs) => verbs.reextractOutdated({ ctx })))
}
