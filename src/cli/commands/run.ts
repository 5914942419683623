import type { Command } from 'commander'
import type { Operations } from '../foundation/operations.ts'
import { CommandFailed, printJson, printPlain } from '../foundation/output.ts'
import { addRemoteOptions, dataOf, type Remote, withRemote } from '../remote/connection.ts'

/** Adds `run`, which starts and follows the runs of the project of a key. */
export function addRunCommands(program: Command, operations: Operations): void {
  const run = program.command('run').description('start and follow the runs of the project of a key')
  addRemoteOptions(
    run
      .command('start')
      .description('start a run')
      .option('--providers <providers...>', 'ask only these providers')
      .option('--locations <locations...>', 'ask only for these locations')
      .option('--no-reschedule', 'do not move the next weekly run')
      .option('--wait', 'wait for the end; exit with 1 if the run failed'),
  ).action(({ providers, locations, reschedule, wait, json, ...options }) =>
    withRemote(operations, options, async (remote) => {
      const body = { reschedule, ...(providers && { providers }), ...(locations && { locations }) }
      const { runId } = await dataOf(remote, remote.client.rest.POST('/v1/analysis/trigger', { body }))
      if (wait) await follow(remote, runId, json)
      else print(await read(remote, runId), json)
    }),
  )
  addRemoteOptions(
    run.command('wait <run>').description('wait for the end of a run; exit with 1 if it failed'),
  ).action((runId: string, { json, ...options }) =>
    withRemote(operations, options, (remote) => follow(remote, runId, json)),
  )
  addRemoteOptions(
    run.command('show [run]').description('show a run, by default the one that was started last'),
  ).action((runId: string | undefined, { json, ...options }) =>
    withRemote(operations, options, async (remote) => {
      print(runId === undefined ? await readNewest(remote) : await read(remote, runId), json)
    }),
  )
}

type Run = Awaited<ReturnType<typeof read>>

function read(remote: Remote, runId: string) {
  return dataOf(remote, remote.client.rest.GET('/v1/analysis/runs/{runId}', { params: { path: { runId } } }))
}

async function readNewest(remote: Remote): Promise<Run> {
  const params = { query: { limit: 1 } }
  const [newest] = await dataOf(remote, remote.client.rest.GET('/v1/analysis/runs', { params }))
  if (newest) return newest
  process.stderr.write('The project has no runs yet. Start one with: answergraph run start\n')
  throw new CommandFailed()
}

/** Waits for the end of a run and prints it. Shows the progress on a terminal. */
async function follow(remote: Remote, runId: string, json: boolean): Promise<void> {
  const isShown = process.stderr.isTTY && !json
  const ended = await remote.library.waitForRun(remote.client, runId, {
    onProgress({ progress: { completed, failed, total } }) {
      if (isShown) process.stderr.write(`\r${completed + failed} of ${total} questions`)
    },
  })
  if (isShown) process.stderr.write('\n')
  print(ended, json)
  if (ended.status === 'failed') throw new CommandFailed()
}

function print(run: Run, json: boolean): void {
  const { progress, costUsd, ...fields } = run
  const { completed, failed, total } = progress
  if (json) printJson(run)
  else printPlain({ ...fields, questions: `${completed} of ${total}, ${failed} failed`, costUsd })
}
