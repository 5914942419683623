import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { askUnit } from '../../src/core/batches/ask.ts'
import type { RawAnswer } from '../../src/core/provider-port/driver.ts'
import { type HeldModel, startHeldModel } from '../held-model.ts'
import { createWorld, type World } from '../world.ts'
import { createClient } from './rest-client.ts'
import { createRunProject } from './run-project.ts'

/**
 * Locations that the redirect service returns, by path. It answers 404 to other paths, and closes the connection for
 * null.
 */
const LOCATIONS: Record<string, string | null> = {
  '/brand': 'https://shop.taskfern.example/pricing?utm_source=x',
  '/credentials': 'https://user:secret@reviews.example/best',
  '/script': 'javascript:alert(1)',
  '/closed': null,
}
const SITE = 'magazine.example'

let model: HeldModel
let service: Server
let origin: string
let world: World
/** Paths that were requested from the redirect service. */
let followed: string[] = []

beforeAll(async () => {
  model = await startHeldModel()
  service = createServer(({ url = '' }, response) => {
    followed.push(url)
    const location = LOCATIONS[url]
    if (location === null) response.destroy()
    else response.writeHead(location ? 302 : 404, location ? { location } : {}).end('a page that is not read')
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const { port } = service.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  const environment = { OUTBOUND_ALLOW: `127.0.0.1:${port}` }
  world = await createWorld({ workers: false, providers: [model.provider], environment })
  const driver = world.operator.deps.providers.of(null).find('held')?.driver
  if (!driver) throw new Error('the provider is configured')
  const { read } = driver
  const links = [...Object.keys(LOCATIONS), '/nowhere'].map((path) => `${origin}${path}`)
  // Not listed in OUTBOUND_ALLOW.
  links.push('http://127.0.0.1:9/refused')
  driver.redirects = () => [...links, ...links]
  driver.read = (raw, question) => {
    const targets = raw.redirects as Record<string, string> | undefined
    const citations = links.map((link) => ({
      url: targets?.[link] ?? link,
      title: null,
      kind: 'cited' as const,
      spans: [],
      ...(!targets?.[link] && { domain: SITE }),
    }))
    return { ...read(raw, question), citations }
  }
})
afterAll(async () => {
  await world?.close()
  service.close()
  model.close()
})
beforeEach(() => {
  followed = []
})

async function startRun() {
  const project = await createRunProject(world, await createClient(world), {
    prompts: [{ text: 'Best task manager?', providers: ['held'] }],
  })
  await world.operator.db.prisma.project.update({
    where: { id: project.projectId },
    data: { domains: ['taskfern.example'] },
  })
  const { body } = await project.call('POST /v1/analysis/trigger')
  const { prisma } = world.operator.db
  await prisma.batch.update({ where: { id: body.data.runId }, data: { status: 'running' } })
  const { id: unitId } = await prisma.result.findFirstOrThrow({ where: { batchId: body.data.runId } })
  const process = () => askUnit({ ctx: world.operator, input: { unitId, tries: 1 } })
  const citations = async () => {
    const { body: page } = await project.call(`GET /v1/analysis/runs/${body.data.runId}/results`)
    return page.data[0].citations.map((citation: Record<string, string>) => [
      citation.url,
      citation.domain,
      citation.owner,
    ])
  }
  return { unitId, process, citations, prisma }
}

const PATHS = ['/brand', '/credentials', '/script', '/closed', '/nowhere']
const cited = () => [
  ['https://shop.taskfern.example/pricing', 'taskfern.example', 'brand'],
  ['https://reviews.example/best', 'reviews.example', 'third_party'],
  ...['/script', '/closed', '/nowhere'].map((path) => [`${origin}${path}`, SITE, 'third_party']),
  ['http://127.0.0.1:9/refused', SITE, 'third_party'],
]

it('a citation that is only a redirect gets the URL behind it, or the site that the provider names if the redirect fails', async () => {
  const { unitId, process, citations, prisma } = await startRun()
  model.answer(1)
  await process()
  expect(await citations()).toEqual(cited())
  expect(followed.toSorted()).toEqual(PATHS.toSorted())
  const { raw, redirects } = await prisma.artifact.findUniqueOrThrow({ where: { resultId: unitId } })
  expect(raw).not.toHaveProperty('redirects')
  expect(redirects).toEqual({
    [`${origin}/brand`]: LOCATIONS['/brand'],
    [`${origin}/credentials`]: 'https://reviews.example/best',
  })
})

it('a new process follows the links of an answer that a killed process stored, without asking the provider again', async () => {
  const { unitId, process, citations, prisma } = await startRun()
  const questionsBefore = [...model.asked.values()]
  const { raw } = await prisma.artifact.findFirstOrThrow({ where: { resultId: { not: unitId } } })
  await prisma.artifact.create({ data: { resultId: unitId, raw: raw as RawAnswer } })
  await process()
  expect(await citations()).toEqual(cited())
  expect(followed.toSorted()).toEqual(PATHS.toSorted())
  expect([...model.asked.values()]).toEqual(questionsBefore)
})

it('links that a killed process already followed are not followed again', async () => {
  const { unitId, process, citations, prisma } = await startRun()
  const { raw, redirects } = await prisma.artifact.findFirstOrThrow({ where: { resultId: { not: unitId } } })
  await prisma.artifact.create({
    data: { resultId: unitId, raw: raw as RawAnswer, redirects: redirects as RawAnswer },
  })
  await process()
  expect(await citations()).toEqual(cited())
  expect(followed).toEqual([])
})
