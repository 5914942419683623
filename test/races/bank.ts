import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { readConfig } from '../../src/config/read.ts'
import { grantCredits } from '../../src/core/credits/grant.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { openApplication } from '../../src/process/application.ts'
import { createRandom } from '../../src/providers/simulated/seeded-random.ts'
import { eventually } from '../eventually.ts'
import { type Installation, openInstallation } from '../faults/scenarios/installation.ts'
import { openServices } from '../faults/scenarios/services.ts'
import type { TestDatabase } from '../world.ts'
import { findAccounts, findLedger } from './bank-accounts.ts'
import { carryOut, type Operation, type Outcome, operationArbitrary } from './bank-operations.ts'
import { race } from './clients.ts'
import { type Change, findContradictions, type Sight } from './ledger-order.ts'
import type { Observed } from './linearizable.ts'

/** Size of the scenario. */
export interface BankPlan {
  database: TestDatabase
  operations: number
  kills: number
}

/** Figures of the scenario. All arrays are empty if the credits were right at every moment. */
export interface BankFigures {
  kills: number
  started: number
  refused: number
  reads: number
  /** Times that the balance, the ledger and the analyses were compared. */
  comparisons: number
  /** Comparisons that failed. */
  wrongSums: string[]
  /** Responses that no order of the ledger explains. */
  contradictions: string[]
  /** Accepted analyses that are missing or did not end, and analyses that no client has started. */
  lost: string[]
}

const FIRST_CREDITS = 60
const LATENCY = 150
/** Milliseconds between checks of the pace. */
const PACE = 50
/** Milliseconds until all analyses have ended. The last ones may have to wait for two sweeps. */
const END_LIMIT = 240_000

/**
 * Lets eight clients start and cancel analyses, grant credits and read the balance over two gateways, while gateways and
 * workers are killed with SIGKILL and started again. Compares all sums after each operation, in one statement. Then searches
 * for an order of the ledger that explains every response.
 */
export async function raceForCredits({ database, operations, kills }: BankPlan): Promise<BankFigures> {
  const installation = await openInstallation({
    services: await openServices('redis', database),
    credits: FIRST_CREDITS,
    latency: LATENCY,
  })
  const { organizationId } = installation
  const settings = { DATABASE_URL: database.databaseUrl, SECRET_KEY: 'a secret of at least thirty-two bytes' }
  const application = await openApplication(readConfig({ ...settings, LOG_LEVEL: 'silent' }))
  const operator = { ...application.services, actor: { type: 'operator' as const }, requestId: newId() }
  const grant = (credits: number) => grantCredits({ ctx: operator, input: { organizationId, credits } })
  const pool = new pg.Pool({ connectionString: database.databaseUrl })
  try {
    let begun = 0
    let killed = 0
    const wrongSums: string[] = []
    let comparisons = 0
    const execute = async (operation: Operation, client: number): Promise<Outcome> => {
      begun += 1
      // Keeps the kills spread over all operations, because an operation takes less time than the start of a process.
      const due = Math.floor((begun / operations) * kills) - 1
      while (killed < due) await pause(PACE)
      const outcome = await carryOut(installation, operation, { client, started, grant })
      if ('analysisId' in outcome) started.push(outcome.analysisId)
      const wrong = await findAccounts(pool, organizationId)
      comparisons += 1
      if (wrong) wrongSums.push(wrong)
      return outcome
    }
    const started: string[] = []
    const killAll = async () => {
      const random = createRandom(Number(process.env.RACES_SEED ?? 30))
      while (killed < kills) {
        const at = ((killed + 0.5) / kills) * operations
        while (begun < at) await pause(PACE)
        const { gateways, workers } = installation
        const name = random.pick([...gateways, ...gateways, ...workers])
        await installation.kill(name)
        killed += 1
        await installation.start(name)
      }
    }
    const [history] = await Promise.all([race(operationArbitrary(), execute), killAll()])
    await eventually(() => expectEnded(installation), { within: END_LIMIT })
    const wrong = await findAccounts(pool, organizationId)
    if (wrong) wrongSums.push(wrong)
    return {
      kills: killed,
      comparisons,
      wrongSums,
      started: new Set(started).size,
      refused: history.filter(({ outcome }) => 'refused' in outcome).length,
      reads: history.filter(({ operation }) => operation.kind === 'read').length,
      contradictions: await explain(installation, history),
      lost: await findLost(installation, started),
    }
  } finally {
    await pool.end()
    await application.close()
    await installation.close()
  }
}

async function expectEnded({ database, organizationId }: Installation): Promise<void> {
  const { rows } = await database.query(
    'SELECT id FROM batch WHERE organization_id = $1 AND finished_at IS NULL',
    [organizationId],
  )
  if (rows.length > 0) throw new Error(`${rows.length} analyses have not ended`)
}

async function findLost(
  { database, organizationId }: Installation,
  started: readonly string[],
): Promise<string[]> {
  const { rows } = await database.query<{ id: string; adrift: boolean }>(
    `SELECT analysis_id AS id,
       credits_reserved <> credits_charged + credits_refunded OR credits_charged <> completed
         OR credits_reserved <> total OR finished_at IS NULL AS adrift
     FROM batch WHERE organization_id = $1`,
    [organizationId],
  )
  const existing = rows.map(({ id }) => id)
  return [
    ...started.filter((id) => !existing.includes(id)).map((id) => `${id} is missing`),
    ...existing.filter((id) => !started.includes(id)).map((id) => `no client has started ${id}`),
    ...rows.filter(({ adrift }) => adrift).map(({ id }) => `${id} has not settled its credits`),
  ]
}

/** Returns the responses that no order of the ledger explains. */
async function explain(
  installation: Installation,
  history: readonly Observed<Operation, Outcome>[],
): Promise<string[]> {
  const { ledger, reserveOf } = await findLedger(installation)
  const changes: Change[] = []
  const sights: Sight[] = []
  for (const { start, end, operation, outcome } of history) {
    const span = { start, end }
    if ('analysisId' in outcome) {
      const entry = reserveOf(outcome.analysisId)
      const cost = operation.kind === 'start' ? operation.questions : 0
      if (ledger[entry]?.amount !== -cost) return [`${outcome.analysisId} has no entry of ${-cost} credits`]
      changes.push({ ...span, entry })
    } else if ('balance' in outcome) {
      const { balance } = outcome
      const name = `${operation.kind} ${balance}`
      sights.push({ ...span, name, fits: (other) => other === balance })
    } else if ('refused' in outcome && operation.kind === 'start') {
      const { questions } = operation
      if (outcome.refused !== 'API_CREDITS_EXCEEDED') return [`a start was refused with ${outcome.refused}`]
      sights.push({ ...span, name: `refusal of ${questions}`, fits: (balance) => balance < questions })
    }
  }
  return findContradictions(ledger, { changes, sights })
}
