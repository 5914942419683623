import { eventually } from '../../eventually.ts'
import type { TestDatabase } from '../../world.ts'
import { openFakeClocks } from '../fake-clocks.ts'
import type { Cut } from './cut-service.ts'
import type { Installation } from './installation.ts'
import { openServers, query } from './postgres-cuts.ts'
import { openServices } from './services.ts'

const HOUR = 3_600

/** Seconds by process, one set after the other. The other clocks stay right. */
type Jumps = readonly Readonly<Record<string, number>>[]

const OF_PROCESSES: Jumps = [
  { 'worker-1': HOUR },
  { 'worker-1': -HOUR, 'gateway-1': -HOUR },
  { 'gateway-1': HOUR, 'gateway-2': HOUR, 'worker-1': HOUR, 'worker-2': HOUR },
  { 'gateway-1': -HOUR, 'gateway-2': -HOUR, 'worker-1': -HOUR, 'worker-2': -HOUR },
]
// Redis has no such jumps: its memory allocator and the library that changes the clock do not work together.
const OF_POSTGRES: Jumps = [{ postgres: HOUR }, { postgres: -HOUR }]

/** The clocks of processes jump by an hour while they run, and jump back later. */
export async function clockJumps(database: TestDatabase): Promise<Cut> {
  const services = await openServices('redis', database)
  const clocks = openFakeClocks()
  return {
    services: {
      ...services,
      environmentOf: clocks.environmentOf,
      async close() {
        await services.close()
        clocks.close()
      },
    },
    ...jumping(OF_PROCESSES, clocks.set, async ({ send }, name) => {
      const { headers } = await send(name, '/healthz')
      return Date.parse(headers.get('date') ?? '')
    }),
  }
}

/** The clock of PostgreSQL jumps by an hour while it runs, and jumps back later. */
export async function postgresClockJumps(): Promise<Cut> {
  const clocks = openFakeClocks()
  const environment = clocks.environmentOf('postgres')
  const { postgres, services } = await openServers({ environment })
  return {
    services: {
      ...services,
      async close() {
        await services.close()
        clocks.close()
      },
    },
    ...jumping(OF_POSTGRES, clocks.set, async () => {
      const [row] = await query(postgres, 'SELECT extract(epoch FROM clock_timestamp())::float AS seconds')
      return Number(row?.seconds) * 1_000
    }),
  }
}

/** Returns a fault that sets clocks, one set of jumps after the other. `timeOf` reads a clock, in milliseconds since 1970. */
function jumping(
  all: Jumps,
  set: (name: string, seconds: number) => void,
  timeOf: (installation: Installation, name: string) => Promise<number>,
): Pick<Cut, 'begin' | 'end'> {
  let done = 0
  const jumps = () => all[done % all.length] ?? {}
  return {
    async begin(installation) {
      for (const [name, seconds] of Object.entries(jumps())) {
        set(name, seconds)
        await eventually(async () => {
          const ahead = ((await timeOf(installation, name)) - Date.now()) / 1_000
          if (Math.abs(ahead - seconds) > 60) throw new Error(`the clock of ${name} is ${ahead} s ahead`)
        })
      }
    },
    async end() {
      for (const name of Object.keys(jumps())) set(name, 0)
      done += 1
    },
  }
}
