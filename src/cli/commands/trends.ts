import type { Command } from 'commander'
import { AppError } from '../../core/foundation/errors.ts'
import type { Operations } from '../foundation/operations.ts'
import { CommandFailed, printJson, printPlain } from '../foundation/output.ts'
import { metBy, type Point, parseCondition } from '../remote/condition.ts'
import {
  addRemoteOptions,
  dataOf,
  type Remote,
  type RemoteOptions,
  withRemote,
} from '../remote/connection.ts'

/** Exit code of `check` if a condition is met. Other failures exit with 1. */
const CONDITION_MET = 2

/** Adds `trends`, and `check` for jobs that must fail when a metric moves. */
export function addTrendCommands(program: Command, operations: Operations): void {
  addRemoteOptions(
    program
      .command('trends')
      .description('show the key metrics of the latest runs, newest first')
      .option('--limit <number>', 'number of runs', Number, 12)
      .option('--provider <provider>', 'only answers of this provider')
      .option('--location <location>', 'only answers for this location')
      .option('--tag <tag>', 'only prompts with this tag'),
  ).action(({ limit, provider, location, tag, json, ...options }) =>
    withRemote(operations, options, async (remote) => {
      const points = await readPoints(remote, { limit, provider, location, tag })
      if (json) printJson(points)
      else printPlain(points.map(rowOf))
    }),
  )
  addRemoteOptions(
    program
      .command('check')
      .description(`exit with ${CONDITION_MET} if the latest run meets a condition, for scheduled jobs`)
      .requiredOption(
        '--fail-on <conditions...>',
        'moved, moved:up, moved:down, shareOfVoice:moved:down, mentionRate<0.3, …',
      ),
  ).action(async ({ failOn, json, ...options }: RemoteOptions & { failOn: string[]; json: boolean }) => {
    const conditions = failOn.map(parseCondition)
    const [point] = await withRemote(operations, options, (remote) => readPoints(remote, { limit: 1 }))
    if (!point) throw new AppError('NOT_FOUND', 'No run of the project has ended with results yet.')
    const reasons = conditions.flatMap((condition) => metBy(condition, point) ?? [])
    if (json) printJson({ runId: point.runId, failed: reasons.length > 0, reasons })
    else printPlain({ ...rowOf(point), result: reasons.join('; ') || 'no condition is met' })
    if (reasons.length > 0) throw new CommandFailed(reasons.join('; '), { exitCode: CONDITION_MET })
  })
}

interface Query {
  limit: number
  provider?: string
  location?: string
  tag?: string
}

async function readPoints(remote: Remote, { limit, provider, location, tag }: Query): Promise<Point[]> {
  const query = { limit, ...(provider && { provider }), ...(location && { location }), ...(tag && { tag }) }
  return dataOf(remote, remote.client.rest.GET('/v1/analysis/trends', { params: { query } }))
}

function rowOf({ completedAt, runId, mentionRate, shareOfVoice, recommendationRate, comparison }: Point) {
  return {
    completedAt,
    runId,
    mentionRate: percent(mentionRate),
    shareOfVoice: percent(shareOfVoice),
    recommended: percent(recommendationRate),
    change: comparison,
  }
}

/** Formats a rate with its interval: `41 % (36–46)`. */
function percent({ value, low, high }: Point['mentionRate']): string {
  const shown = (share: number | null) => (share === null ? '?' : String(Math.round(share * 100)))
  return value === null ? '-' : `${shown(value)} % (${shown(low)}–${shown(high)})`
}
