import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setCompetitors } from '../../src/core/competitors/replace.ts'
import type { AppCtx } from '../../src/core/context.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { nextWeeklyRun } from '../../src/core/schedules/next-run.ts'
import { setSchedule } from '../../src/core/schedules/update.ts'
import { updateSettings } from '../../src/core/settings/update.ts'
import { createWorld, type World } from '../world.ts'
import { ask, refusalOf } from './graphql-client.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world?.close())

async function customer() {
  const { id: organizationId } = await world.organization()
  const { id } = await world.project({ organizationId, competitors: ['Boardly', 'Klarwerk'] })
  const { key } = await world.projectKey(id)
  const { key: admin } = await world.organizationKey(organizationId, { admin: true })
  const member = world.member(organizationId, 'member')
  return { organizationId, id, key, admin, member }
}

const COMPETITORS = 'competitors { nodes { id databaseId name url aliases domains } }'
const SCHEDULE = 'schedule { enabled dayOfWeek hour minute timezone nextRunAt }'
const SET_COMPETITORS = `mutation ($input: SetCompetitorsInput!) { setCompetitors(input: $input) { project { ${COMPETITORS} } } }`
const SET_SCHEDULE = `mutation ($input: SetScheduleInput!) { setSchedule(input: $input) { project { ${SCHEDULE} } } }`
const UPDATE_SETTINGS = `mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) {
  project { ${COMPETITORS} ${SCHEDULE} prompts { nodes { id databaseId text tags { name } active } } } } }`

const refusal = (key: string, query: string, input: object) => refusalOf(world, key, query, input)

describe('setCompetitors', () => {
  const set = async (key: string, competitors: object[]) =>
    (await ask(world, key, SET_COMPETITORS, { input: { competitors } })).setCompetitors.project.competitors
      .nodes
  const boardlyDetails = { url: 'https://boardly.example', aliases: ['Brdly'], domains: ['boardly.io'] }

  test('replaces the whole list, and keeps omitted fields of competitors that stay', async () => {
    const { key } = await customer()
    const first = await set(key, [
      { name: 'New' },
      { name: ' boardly ', ...boardlyDetails, domains: ['https://www.Boardly.io/', 'boardly.io'] },
    ])
    expect(first).toMatchObject([
      { name: 'New', url: null, aliases: [], domains: [] },
      { name: 'boardly', ...boardlyDetails },
    ])
    const [{ databaseId: newId, id: globalId }, { databaseId }] = first
    const second = await set(key, [{ name: 'Boardly' }, { competitorId: globalId, name: 'Newer' }])
    expect(second).toMatchObject([
      { databaseId, name: 'Boardly', ...boardlyDetails },
      { databaseId: newId, name: 'Newer' },
    ])
    const [emptied] = await set(key, [
      { competitorId: databaseId, name: 'Boardly', url: null, aliases: [], domains: null },
    ])
    expect(emptied).toMatchObject({ databaseId, url: null, aliases: [], domains: boardlyDetails.domains })
    expect(await set(key, [])).toEqual([])
  })

  test('names every invalid field and changes none of the competitors', async () => {
    const { key } = await customer()
    const competitors = [
      { name: '' },
      { competitorId: 'nonsense', name: 'a' },
      { name: 'b', url: 'b' },
      { name: 'c', aliases: [' '] },
      { name: 'd', domains: ['localhost'] },
    ]
    expect(await refusal(key, SET_COMPETITORS, { competitors })).toEqual({
      code: 'BAD_REQUEST',
      fields: [
        'competitors.0.name',
        'competitors.1.competitorId',
        'competitors.2.url',
        'competitors.3.aliases.0',
        'competitors.4.domains.0',
      ],
    })
    expect(
      await refusal(key, SET_COMPETITORS, { competitors: [{ name: 'a' }, { name: 'A' }] }),
    ).toMatchObject({
      fields: ['competitors.1'],
    })
    const { viewer } = await ask(world, key, `{ viewer { project { ${COMPETITORS} } } }`)
    expect(viewer.project.competitors.nodes).toMatchObject([{ name: 'Boardly' }, { name: 'Klarwerk' }])
  })

  test('refuses a competitor of another tenant', async () => {
    const mine = await customer()
    const otherCustomer = await customer()
    const [theirs] = await set(otherCustomer.key, [{ name: 'Theirs' }])
    for (const id of [theirs.databaseId, theirs.id, newId()]) {
      const input = { competitors: [{ competitorId: id, name: 'Mine' }] }
      expect(await refusal(mine.key, SET_COMPETITORS, input)).toEqual({ code: 'NOT_FOUND' })
    }
  })
})

describe('setSchedule', () => {
  const set = async (key: string, input: object) =>
    (await ask(world, key, SET_SCHEDULE, { input })).setSchedule.project.schedule

  test('changes the weekly time and updates the next run', async () => {
    const { key } = await customer()
    const time = { dayOfWeek: 4, hour: 17, minute: 45 }
    // The next run may become due between the two clock reads.
    const next = () => nextWeeklyRun(time, new Date()).toISOString()
    const disabled = await set(key, time)
    expect(disabled).toEqual({ enabled: false, ...time, timezone: 'UTC', nextRunAt: null })
    const before = next()
    const enabled = await set(key, { enabled: true })
    expect(enabled).toMatchObject({ enabled: true, ...time })
    expect([before, next()]).toContain(enabled.nextRunAt)
    const moved = await set(key, { hour: 0, minute: 0, enabled: null })
    expect(moved).toMatchObject({ enabled: true, dayOfWeek: 4, hour: 0, minute: 0 })
    expect(new Date(moved.nextRunAt).toISOString()).toMatch(/T00:00:00.000Z$/)
    expect(await set(key, { enabled: false })).toMatchObject({ dayOfWeek: 4, hour: 0, nextRunAt: null })
  })

  test('keeps a postponed next run as long as the weekly time stays the same', async () => {
    const { id, key } = await customer()
    const time = { dayOfWeek: 1, hour: 3, minute: 0 }
    await set(key, { enabled: true })
    const nextRunAt = '2100-01-01T12:34:56.000Z'
    await world.operator.db.prisma.schedule.update({ where: { projectId: id }, data: { nextRunAt } })
    for (const input of [{}, { enabled: true }, time])
      expect(await set(key, input)).toMatchObject({ nextRunAt })
    expect((await set(key, { minute: 1 })).nextRunAt < nextRunAt).toBe(true)
  })

  test('names every invalid field', async () => {
    const { key } = await customer()
    expect(await refusal(key, SET_SCHEDULE, { dayOfWeek: 7, hour: -1, minute: 60 })).toEqual({
      code: 'BAD_REQUEST',
      fields: ['dayOfWeek', 'hour', 'minute'],
    })
  })
})

describe('updateSettings', () => {
  test('replaces the given parts and keeps the others, all or nothing', async () => {
    const { key } = await customer()
    const update = async (input: object) =>
      (await ask(world, key, UPDATE_SETTINGS, { input })).updateSettings.project
    const first = await update({
      prompts: [{ text: 'Best?' }, { text: 'Cheapest?', tags: ['price'], active: false }],
      competitors: [{ name: 'Boardly', aliases: ['Brdly'] }],
      enabled: true,
    })
    expect(first).toMatchObject({
      prompts: {
        nodes: [{ text: 'Best?' }, { text: 'Cheapest?', tags: [{ name: 'price' }], active: false }],
      },
      competitors: { nodes: [{ name: 'Boardly', aliases: ['Brdly'] }] },
      schedule: { enabled: true },
    })
    const [best, cheapest] = first.prompts.nodes
    const second = await update({
      prompts: [
        { promptId: cheapest.id, text: 'Cheap?' },
        { text: 'Best?', tags: null },
      ],
    })
    expect(second.prompts.nodes).toMatchObject([
      { databaseId: best.databaseId, text: 'Best?' },
      { databaseId: cheapest.databaseId, text: 'Cheap?', active: false },
    ])
    expect(second).toMatchObject({ competitors: first.competitors, schedule: first.schedule })
    const wrong = {
      prompts: [{ text: 'New?' }, { text: ' ' }, { text: 'a', providers: ['nobody'] }],
      competitors: [{ name: 'a', url: 'a' }],
    }
    expect(await refusal(key, UPDATE_SETTINGS, wrong)).toEqual({
      code: 'BAD_REQUEST',
      fields: ['competitors.0.url', 'prompts.1.text', 'prompts.2.providers.0'],
    })
    expect(
      await refusal(key, UPDATE_SETTINGS, { competitors: [], prompts: [{ promptId: newId() }] }),
    ).toEqual({
      code: 'NOT_FOUND',
    })
    const noIds = {
      competitors: [{ competitorId: 'no id', name: 'a' }],
      prompts: [{ text: 'New?' }, { promptId: 'no id' }],
    }
    expect(await refusal(key, UPDATE_SETTINGS, noIds)).toEqual({
      code: 'BAD_REQUEST',
      fields: ['competitors.0.competitorId', 'prompts.1.promptId'],
    })
    expect(await update({})).toEqual(second)
  })
})

describe('the project of a settings mutation', () => {
  const CHANGES: [string, string, object][] = [
    ['setCompetitors', SET_COMPETITORS, { competitors: [{ name: 'Mine' }] }],
    ['setSchedule', SET_SCHEDULE, { enabled: true }],
    ['updateSettings', UPDATE_SETTINGS, { competitors: [{ name: 'Mine' }] }],
  ]

  test.each(CHANGES)(
    'is the project of a project key, which must not name it (%s)',
    async (_, query, input) => {
      const { id, key, admin } = await customer()
      expect(await refusal(key, query, { ...input, projectId: id })).toEqual({
        code: 'BAD_REQUEST',
        fields: ['projectId'],
      })
      expect(await refusal(admin, query, input)).toEqual({ code: 'PROJECT_SCOPED_KEY_REQUIRED' })
    },
  )

  test("must be named by a member, and belong to the member's organization", async () => {
    const { id: projectId, member } = await customer()
    const otherCustomer = await customer()
    const changes = [
      (ctx: AppCtx, named: object) => setCompetitors({ ctx, input: { ...named, competitors: ['Mine'] } }),
      (ctx: AppCtx, named: object) => setSchedule({ ctx, input: { ...named, enabled: true } }),
      (ctx: AppCtx, named: object) => updateSettings({ ctx, input: { ...named, prompts: ['Mine?'] } }),
    ]
    for (const change of changes) {
      await change(member, { projectId })
      await expect(change(member, {})).rejects.toMatchObject({ fieldErrors: { projectId: 'is required' } })
      await expect(change(member, { projectId: otherCustomer.id })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    }
    const { prisma } = world.operator.db
    const state = (id: string) =>
      prisma.project.findUniqueOrThrow({
        where: { id },
        select: { competitors: { select: { name: true } }, schedule: { select: { enabled: true } } },
      })
    expect(await state(projectId)).toEqual({ competitors: [{ name: 'Mine' }], schedule: { enabled: true } })
    expect(await state(otherCustomer.id)).toMatchObject({ schedule: null })
    expect(await prisma.prompt.count({ where: { projectId: otherCustomer.id } })).toBe(0)
  })
})
