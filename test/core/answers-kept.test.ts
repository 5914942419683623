import { afterEach, beforeEach, expect, it } from 'vitest'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import { eventually } from '../eventually.ts'
import { type HeldModel, startHeldModel } from '../held-model.ts'
import { createWorld, type World } from '../world.ts'

const UNITS = 12
const CONCURRENCY = 4

let model: HeldModel
let world: World
beforeEach(async () => {
  model = await startHeldModel()
  const provider = { ...model.provider, options: { concurrency: CONCURRENCY } }
  world = await createWorld({ providers: [provider] })
})
afterEach(async () => {
  await world?.close()
  model.close()
})

async function start(prompts: number) {
  const { id: organizationId } = await world.organization({ credits: 100 })
  const { analysis } = await startAsyncAnalysis({
    ctx: world.member(organizationId),
    input: {
      brandName: 'Acme',
      prompts: Array.from({ length: prompts }, (_, n) => `Which tool is best, ${n}?`),
      replicates: 1,
      providers: ['held'],
      locations: ['US'],
    },
  })
  return { analysis, organizationId }
}

/** Makes the database reject new artifacts with the error of a full disk. A sequence counts the attempts. */
async function fillDisk() {
  const { pool } = world.operator.db
  await pool.query(`CREATE SEQUENCE attempts;
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM nextval('attempts'); RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON artifact FOR EACH ROW EXECUTE FUNCTION refuse()`)
  return {
    attempts: async () => Number((await pool.query('SELECT last_value FROM attempts')).rows[0].last_value),
    clear: () => pool.query('DROP TRIGGER refuse ON artifact'),
  }
}

it('answers are kept until the database can store them; in the meantime no questions are asked, and none is asked twice', async () => {
  const disk = await fillDisk()
  const { analysis, organizationId } = await start(UNITS)
  await model.waiting(CONCURRENCY)
  // Covers all questions: the model would answer and count further ones immediately.
  model.answer(UNITS)
  await eventually(async () => expect(await disk.attempts()).toBeGreaterThan(2 * CONCURRENCY))
  expect([...model.asked.values()]).toEqual(Array(CONCURRENCY).fill(1))
  await disk.clear()
  const ended = await world.ended(analysis.analysisId ?? '')
  expect(ended).toMatchObject({ status: 'completed', progress: { completed: UNITS, failed: 0 } })
  expect([...model.asked.values()]).toEqual(Array(UNITS).fill(1))
  const { creditBalance } = await world.operator.db.prisma.organization.findUniqueOrThrow({
    where: { id: organizationId },
  })
  expect(creditBalance).toBe(100 - UNITS)
})
