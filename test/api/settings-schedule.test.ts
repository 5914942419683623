import { describe, expect, it } from 'vitest'
import { DEFAULT_WEEKLY_TIME, nextWeeklyRun } from '../../src/core/schedules/next-run.ts'
import { useWorld } from './project-client.ts'

const { world, createProject } = useWorld()

const defaultRun = () => nextWeeklyRun(DEFAULT_WEEKLY_TIME, new Date()).toISOString()
const DISABLED = { enabled: false, dayOfWeek: 1, hour: 3, minute: 0, timezone: 'UTC', nextRunAt: null }

const schedules = () => world().operator.db.prisma.schedule

describe('PUT /v1/settings/schedule', () => {
  it('creates the default weekly schedule when it is first enabled', async () => {
    const { call } = await createProject()
    const before = defaultRun()
    const { status, body } = await call('PUT /v1/settings/schedule', { enabled: true })
    expect(status).toBe(200)
    expect(body.data).toEqual({ ...DISABLED, enabled: true, nextRunAt: expect.any(String) })
    expect([before, defaultRun()]).toContain(body.data.nextRunAt)
  })

  it('can be disabled without losing the weekly time, and enabled again for its next occurrence', async () => {
    const { call, projectId } = await createProject()
    await call('PUT /v1/settings/schedule', { enabled: true })
    const time = { dayOfWeek: 4, hour: 17, minute: 45 }
    await schedules().update({ where: { projectId }, data: time })
    const off = await call('PUT /v1/settings/schedule', { enabled: false })
    expect(off.body.data).toEqual({ ...DISABLED, ...time })
    expect(await schedules().findUnique({ where: { projectId } })).toMatchObject({ nextRunAt: null, ...time })
    const before = nextWeeklyRun(time, new Date()).toISOString()
    const on = await call('PUT /v1/settings/schedule', { enabled: true })
    expect(on.body.data).toMatchObject({ ...time, enabled: true })
    expect([before, nextWeeklyRun(time, new Date()).toISOString()]).toContain(on.body.data.nextRunAt)
  })

  it('keeps a postponed next run if the schedule is already enabled', async () => {
    const { call, projectId } = await createProject()
    await call('PUT /v1/settings/schedule', { enabled: true })
    const nextRunAt = new Date('2100-01-01T12:34:56.000Z')
    await schedules().update({ where: { projectId }, data: { nextRunAt } })
    const { body } = await call('PUT /v1/settings/schedule', { enabled: true })
    expect(body.data.nextRunAt).toBe(nextRunAt.toISOString())
  })

  it('returns the disabled default if no schedule exists, without creating one', async () => {
    const { call, projectId } = await createProject()
    const { status, body } = await call('PUT /v1/settings/schedule', { enabled: false })
    expect(status).toBe(200)
    expect(body.data).toEqual(DISABLED)
    expect(await schedules().findUnique({ where: { projectId } })).toBeNull()
  })

  it.each([{}, { enabled: 'true' }, { enabled: 1 }, { enabled: null }])('refuses %j', async (json) => {
    const { call } = await createProject()
    const { status, body } = await call('PUT /v1/settings/schedule', json)
    expect(status).toBe(400)
    expect(Object.keys(body.details.fieldErrors)).toEqual(['enabled'])
  })

  it('succeeds for concurrent requests', async () => {
    const { call } = await createProject()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('PUT /v1/settings/schedule', { enabled: true })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  })
})
