/**
 * Sends ten times the sustainable load, and prints the figures as a Markdown table: `npm run test:overload -- --seconds 60`.
 * Fails if the memory is not bounded, or if a figure of the quiet key is beyond its limit.
 */
import { parseArgs } from 'node:util'
import { openBenchPostgres } from '../../bench/bench-postgres.ts'
import { leaveServerCore } from '../../bench/processes.ts'
import { overload } from './overload.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, keys: { type: 'string', default: '20' } },
})

leaveServerCore()
const postgres = await openBenchPostgres()
const figures = await overload({
  database: await postgres.database(),
  seconds: Number(values.seconds),
  keys: Number(values.keys),
})
console.log(JSON.stringify(figures, null, 2))
await postgres.close()
