import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepAccess } from '../../src/core/access/sweep.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { createMember } from '../../src/core/members/create.ts'
import { createWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world.close())

it('the sweep deletes only expired sessions', async () => {
  const { prisma } = world.operator.db
  const { id: organizationId } = await world.organization()
  const email = `${newId()}@example.com`
  await createMember({ ctx: world.operator, input: { organizationId, email } })
  const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email } })
  const now = new Date('2026-11-21T12:00:00Z')
  const session = (expiresAt: string) =>
    prisma.session.create({
      data: { id: newId(), token: newId(), userId, expiresAt: new Date(expiresAt) },
    })
  await session('2026-11-21T11:59:59Z')
  await session('2026-11-21T12:00:00Z')
  const lasting = await session('2026-11-21T12:00:01Z')
  expect(await sweepAccess({ ctx: { ...world.operator, now: () => now } })).toBe(2)
  expect((await prisma.session.findMany()).map(({ id }) => id)).toEqual([lasting.id])
})
