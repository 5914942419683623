import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../api/rest-client.ts'
import { createRunProject } from '../api/run-project.ts'
import { runWithAnswers } from '../api/scripted-run.ts'
import { eventually } from '../eventually.ts'
import { createWorld, type World } from '../world.ts'
import { type Dashboard, openDashboard, program } from './dashboard.ts'

let world: World
let dashboard: Dashboard
let projectId: string
let runId: string
beforeAll(async () => {
  if (!program) return
  world = await createWorld({ workers: true })
  const project = await createRunProject(world, await createClient(world), {
    competitors: ['Globex', 'Initech'],
    prompts: [{ text: 'Best?', providers: ['chatgpt'], locations: ['US'] }],
  })
  projectId = project.projectId
  runId = await runWithAnswers(world, project, () => ({ brand: 1, competitor: 2 }))
  dashboard = await openDashboard(world, project)
})
afterAll(async () => {
  await dashboard?.close()
  await world?.close()
})

/** A PNG image of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function stored() {
  return world.operator.db.prisma.project.findUniqueOrThrow({ where: { id: projectId } })
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click()
}

describe.skipIf(!program)('the settings', () => {
  it('explain before saving how a changed brand affects past results, and keep the change', async () => {
    const { page, complaints } = await dashboard.open('settings')
    const names = page.getByLabel('Other names')
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await names.fill('Taskfern App, TF')
    await page.getByText('Past results keep the previous names').waitFor()
    await save(page)
    await page.getByText('Saved').waitFor()
    expect((await stored()).aliases).toEqual(['Taskfern App', 'TF'])
    await page.reload()
    expect(await names.inputValue()).toBe('Taskfern App, TF')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('show validation errors at their fields', async () => {
    const { page } = await dashboard.open('settings')
    await page.getByLabel('Website').fill('not an address')
    await save(page)
    const field = page.getByLabel('Website')
    await eventually(async () => expect(await field.getAttribute('aria-invalid')).toBe('true'))
    await page.context().close()
  })

  it('rename, add and remove competitors without changing the ids of the others', async () => {
    const { prisma } = world.operator.db
    const globex = await prisma.competitor.findFirstOrThrow({ where: { projectId, name: 'Globex' } })
    const { page } = await dashboard.open('settings?part=competitors')
    await page.getByLabel('Name', { exact: true }).first().fill('Globex Corp')
    await page.getByRole('button', { name: 'Remove Initech' }).click()
    await page.getByRole('button', { name: 'Add competitor' }).click()
    await page.getByLabel('Name', { exact: true }).last().fill('Hooli')
    await page.getByText('Initech will no longer be tracked').waitFor()
    await save(page)
    await page.getByText('Saved').waitFor()

    const names = await prisma.competitor.findMany({ where: { projectId }, orderBy: { ordinal: 'asc' } })
    expect(names.map(({ name }) => name)).toEqual(['Globex Corp', 'Hooli'])
    expect(names[0]?.id).toBe(globex.id)
    await page.context().close()
  })

  it('re-analyze past answers with the current settings', async () => {
    const { page } = await dashboard.open('settings?part=competitors')
    await page.getByRole('button', { name: 'Re-analyze past answers' }).click()
    await page.getByText('Last re-analyzed').waitFor()
    const { extractionRevision } = await world.operator.db.prisma.batch.findUniqueOrThrow({
      where: { id: runId },
    })
    expect(extractionRevision).toBe(2)
    await page.context().close()
  })

  it('schedule the weekly run', async () => {
    const { page } = await dashboard.open('settings?part=schedule')
    await page.getByLabel('Run all active prompts once a week').check()
    await page.getByRole('combobox', { name: 'On' }).selectOption({ label: 'Thursday' })
    await page.getByLabel('Time in UTC').fill('07:30')
    await save(page)
    await page.getByText(/The next run starts on \d+ \w+, 07:30 UTC/).waitFor()
    const schedule = await world.operator.db.prisma.schedule.findUniqueOrThrow({ where: { projectId } })
    expect(schedule).toMatchObject({ enabled: true, dayOfWeek: 4, hour: 7, minute: 30 })
    await page.context().close()
  })

  it('list each provider with its state, and select the defaults for new prompts', async () => {
    const { page } = await dashboard.open('settings?part=providers')
    const box = page.getByRole('checkbox', { name: 'Use ChatGPT for new prompts' })
    await box.waitFor()
    const before = (await stored()).defaultProviders.length
    await box.uncheck()
    await eventually(async () => {
      const { defaultProviders } = await stored()
      expect(defaultProviders).not.toContain('chatgpt')
      expect(defaultProviders).toHaveLength(before - 1)
    })
    expect(await page.getByRole('row').filter({ hasText: 'ChatGPT' }).textContent()).toContain('Simulated')
    await page.context().close()
  })

  it('keep recipients of reports with their language, and the look of the reports', async () => {
    const { page, complaints } = await dashboard.open('settings?part=reports')
    const reports = page.getByRole('group', { name: 'Reports by email' })
    await reports.getByRole('button', { name: 'Add recipient' }).click()
    await reports.getByLabel('Email address').fill('Chief@Example.com')
    await reports.getByLabel('Language').selectOption('de-DE')
    await reports.getByRole('button', { name: 'Save' }).click()
    await reports.getByText('Saved').waitFor()
    const branding = page.getByRole('group', { name: 'Branding' })
    await branding.getByLabel('Name of the sender').fill('Northwind')
    await branding.getByLabel('Color').fill('#aa3300')
    await branding
      .getByLabel('Logo')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PIXEL })
    await branding.getByRole('img', { name: 'The logo' }).waitFor()
    await branding.getByRole('button', { name: 'Save' }).click()
    await branding.getByText('Saved').waitFor()

    await page.reload()
    await branding.getByRole('img', { name: 'The logo' }).waitFor()
    expect(await branding.getByLabel('Name of the sender').inputValue()).toBe('Northwind')
    expect(await branding.getByLabel('Color').inputValue()).toBe('#aa3300')
    expect(await reports.getByLabel('Email address').inputValue()).toBe('chief@example.com')
    expect(await reports.getByLabel('Language').inputValue()).toBe('de-DE')
    await reports.getByLabel('Email address').fill('no address')
    await reports.getByRole('button', { name: 'Save' }).click()
    const field = reports.getByLabel('Email address')
    await eventually(async () => expect(await field.getAttribute('aria-invalid')).toBe('true'))
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
