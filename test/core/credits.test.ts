import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAsyncAnalysis } from '../../src/core/async-analyses/start.ts'
import type { AppCtx } from '../../src/core/context.ts'
import { type CreditMove, moveCredits } from '../../src/core/credits/move.ts'
import { AppError } from '../../src/core/foundation/errors.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { transaction } from '../../src/core/foundation/transaction.ts'
import { createWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world.close())

async function ledgerOf(organizationId: string) {
  const { prisma } = world.operator.db
  const { creditBalance } = await prisma.organization.findUniqueOrThrow({ where: { id: organizationId } })
  const entries = await prisma.creditEntry.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })
  return { balance: creditBalance, entries, sum: entries.reduce((sum, { amount }) => sum + amount, 0) }
}

/** Returns the valid amounts of an entry: a direct charge changes the balance by its credits, any other charge by 0. */
function amountsOf(kind: CreditMove['kind'], credits: number): number[] {
  if (kind === 'charge') return [0, 0 - credits]
  return [kind === 'reserve' ? 0 - credits : credits]
}

describe('the credit ledger', () => {
  it('has a balance that equals the sum of its entries and is never negative, with any concurrent operations', async () => {
    const move = fc.record({
      kind: fc.constantFrom('grant' as const, 'reserve' as const, 'charge' as const, 'refund' as const),
      credits: fc.integer({ min: 0, max: 40 }),
      // Few causes, so many operations are repetitions.
      cause: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      // Only charges have this field.
      direct: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(move, { maxLength: 5 }), { maxLength: 6 }), async (rounds) => {
        const { id: organizationId } = await world.organization({ credits: 50 })
        const moved = new Map<string, number>()
        for (const round of rounds) {
          await Promise.all(
            round.map(async (move: Omit<CreditMove, 'organizationId'>) => {
              const outcome = await transaction(world.operator, ({ db }) =>
                moveCredits(db, { organizationId, ...move }),
              )
              const name = `${move.kind} ${move.cause}`
              if (outcome === 'moved') moved.set(name, (moved.get(name) ?? 0) + 1)
            }),
          )
          const { balance, sum, entries } = await ledgerOf(organizationId)
          expect(balance).toBe(sum)
          for (const { kind, amount, credits } of entries)
            expect(amountsOf(kind, credits)).toContain(amount + 0)
          expect(Math.min(balance, ...entries.map((entry) => entry.balanceAfter))).toBeGreaterThanOrEqual(0)
        }
        expect([...moved.values()].every((times) => times === 1)).toBe(true)
      }),
      { numRuns: 25 },
    )
  })

  it('deducts a direct charge once and only if the balance is sufficient; any other charge leaves the balance unchanged', async () => {
    const { id: organizationId } = await world.organization({ credits: 100 })
    const charge = (move: Partial<CreditMove>) =>
      transaction(world.operator, ({ db }) =>
        moveCredits(db, { organizationId, kind: 'charge', credits: 40, cause: 'a', ...move }),
      )
    const outcomes = await Promise.all(
      ['a', 'a', 'b', 'b', 'c', 'c'].map((cause) => charge({ cause, direct: true })),
    )
    expect(outcomes.toSorted()).toEqual([
      'already_moved',
      'already_moved',
      'insufficient',
      'insufficient',
      'moved',
      'moved',
    ])
    expect(await charge({ cause: 'd', credits: 5_000 })).toBe('moved')
    const { balance, sum } = await ledgerOf(organizationId)
    expect([balance, sum]).toEqual([20, 20])
  })

  it('accepts only as many of 50 concurrent reservations as the credits allow', async () => {
    const { id: organizationId } = await world.organization({ credits: 230 })
    const { id: keyId } = await world.organizationKey(organizationId)
    const ctx: AppCtx = {
      ...world.operator,
      actor: { type: 'key', keyId, organizationId, projectId: null, scopes: ['read', 'run', 'write'] },
    }
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        startAsyncAnalysis({
          ctx,
          input: {
            prompt: 'Best CRM?',
            brandName: 'Acme',
            replicates: 10,
            providers: ['chatgpt'],
            locations: ['US'],
          },
        }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(23)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect((outcome.reason as AppError).code).toBe('API_CREDITS_EXCEEDED')
    }
    const { balance, sum } = await ledgerOf(organizationId)
    expect([balance, sum]).toEqual([0, 0])
    const batches = await world.operator.db.prisma.batch.count({ where: { organizationId } })
    expect(batches).toBe(23)
  })

  it('rejects a grant over the maximum balance and names the field', async () => {
    const { grantCredits } = await import('../../src/core/credits/grant.ts')
    const { id: organizationId } = await world.organization({ credits: 1_000_000_000 })
    await grantCredits({ ctx: world.operator, input: { organizationId, credits: 1_000_000_000 } })
    const refused = grantCredits({ ctx: world.operator, input: { organizationId, credits: 1 } })
    await expect(refused).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      fieldErrors: { credits: expect.any(String) },
    })
    await expect(
      grantCredits({ ctx: world.operator, input: { organizationId: newId(), credits: 1 } }),
    ).rejects.toThrow(AppError)
  })
})
