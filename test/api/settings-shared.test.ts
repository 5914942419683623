import { describe, expect, it } from 'vitest'
import { revokeKey } from '../../src/core/keys/revoke.ts'
import { UNKNOWN_ID, useWorld } from './project-client.ts'
import { createClient } from './rest-client.ts'

const { world, client, createProject } = useWorld()
const slow = useWorld({ environment: { RATE_LIMIT_PER_MINUTE: '1' } })
const broken = useWorld()

const WRITES = [
  ['POST /v1/prompts', { text: 'a' }],
  ['POST /v1/prompts/batch', { create: ['b'] }],
  [`PATCH /v1/prompts/${UNKNOWN_ID}`, { text: 'c' }],
  [`PUT /v1/prompts/${UNKNOWN_ID}/providers`, { providers: ['chatgpt'] }],
  ['PUT /v1/settings', { enabled: true }],
  ['PUT /v1/settings/schedule', { enabled: true }],
  ['PUT /v1/settings/competitors', { competitors: ['Boardly'] }],
  ['PUT /v1/settings/tags', { projectPromptId: UNKNOWN_ID, tags: ['a'] }],
  ['PATCH /v1/settings/tags', { projectPromptId: UNKNOWN_ID, add: ['a'] }],
] as const
const ALL = [['GET /v1/prompts', undefined], ...WRITES] as const

describe.each(ALL)('%s', (request, json) => {
  const body = json === undefined ? {} : { json }

  it('answers 401 without a key, with an unknown key and with a revoked key', async () => {
    const { projectId } = await createProject()
    const { id, key } = await world().projectKey(projectId)
    await revokeKey({ ctx: world().operator, input: { id } })
    for (const bad of [{}, { key: `svc_${'A'.repeat(52)}` }, { key }]) {
      const answer = await client()(request, { ...body, ...bad })
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual({ error: { code: 'UNAUTHORIZED', message: expect.any(String) } })
    }
  })

  it.each([false, true])(
    'answers 403 to an organization key (admin: %s) before validating the input',
    async (admin) => {
      const { id } = await world().organization()
      const { key } = await world().organizationKey(id, { admin })
      const calls = [
        { key, ...body },
        ...(json
          ? [
              { key, body: '{' },
              { key, json: { nonsense: 1 } },
            ]
          : []),
      ]
      for (const call of calls) {
        const answer = await client()(request, call)
        expect(answer.status).toBe(403)
        expect(answer.body).toEqual({
          error: { code: 'PROJECT_SCOPED_KEY_REQUIRED', message: expect.any(String) },
        })
      }
    },
  )

  it('answers 429 above the rate limit', async () => {
    const { key } = await slow.createProject()
    const call = await createClient(slow.world())
    await call(request, { key, ...body })
    const { status, body: answer } = await call(request, { key, ...body })
    expect(status).toBe(429)
    expect(answer.error.code).toBe('RATE_LIMITED')
  })

  it('answers 500 without details if the database fails', async () => {
    const { call } = await broken.createProject()
    const { prisma } = broken.world().operator.db
    await prisma.$executeRaw`ALTER TABLE project RENAME TO project_away`
    await prisma.$executeRaw`ALTER TABLE prompt RENAME TO prompt_away`
    const { status, body } = await call(request, json)
    await prisma.$executeRaw`ALTER TABLE project_away RENAME TO project`
    await prisma.$executeRaw`ALTER TABLE prompt_away RENAME TO prompt`
    expect(status).toBe(500)
    expect(body).toEqual({
      error: { code: 'INTERNAL_ERROR', message: expect.not.stringContaining('prompt') },
    })
  })
})

describe.each(WRITES)('%s', (request, json) => {
  it.each([
    ['malformed JSON', { body: '{"', headers: { 'Content-Type': 'application/json' } }],
    ['another content type', { body: JSON.stringify(json), headers: { 'Content-Type': 'text/plain' } }],
    ['no body', {}],
    ['a list', { json: [] }],
    ['null', { json: null }],
  ])('answers 400 to %s', async (_, call) => {
    const { key } = await createProject()
    const { status, body } = await client()(request, { key, ...call })
    expect(status).toBe(400)
    expect(body.error.code).toBe('BAD_REQUEST')
  })

  it('answers 400 to an unknown field, with its name', async () => {
    const { call } = await createProject()
    const { status, body } = await call(request, { ...json, constructor: 1 })
    expect(status).toBe(400)
    expect(Object.keys(body.details.fieldErrors)).toEqual(['constructor'])
  })
})

describe.each(WRITES.slice(1))('%s', (request, json) => {
  it('answers 404 if the project was deleted while its key is still cached', async () => {
    const { call, projectId } = await createProject()
    expect((await call('GET /v1/prompts')).status).toBe(200)
    await world().operator.db.prisma.project.delete({ where: { id: projectId } })
    const { status, body } = await call(request, json)
    expect(status).toBe(404)
    expect(body.error.code).toBe('NOT_FOUND')
  })
})
