import type { Command } from 'commander'
import { reextractOutdated } from '../../core/reextractions/start-outdated.ts'
import type { Operations } from '../operations.ts'
import { runner } from '../run.ts'

/** `reextract`: queues the reading of stored answers by the version that is installed. */
export function addReextractCommand(program: Command, operations: Operations): void {
  const run = runner(operations)
  program
    .command('reextract')
    .description(
      'after an upgrade: queue all ended runs and analyses that an older version has read, to be read again; asks no provider',
    )
    .action((options) => run(options, (ctx) => reextractOutdated({ ctx })))
}
