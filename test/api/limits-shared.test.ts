import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readConfig } from '../../src/config/read.ts'
import type { HttpServer } from '../../src/http/server.ts'
import { type Application, openApplication } from '../../src/process/application.ts'
import { openGateway } from '../../src/process/gateway.ts'
import { createWorld, type World } from '../world.ts'
import { createPerson, newAddress, postAuth } from './member-client.ts'

const LIMIT = { RATE_LIMIT_PER_MINUTE: '60', TRUST_PROXY: '127.0.0.1' }

describe.skipIf(!inject('redisUrl'))('two gateways sharing one Redis', () => {
  let world: World
  let otherApplication: Application
  let second: HttpServer

  beforeAll(async () => {
    world = await createWorld({ redis: true, workers: false, environment: LIMIT })
    const config = readConfig({
      ...LIMIT,
      DATABASE_URL: world.databaseUrl,
      REDIS_URL: inject('redisUrl') ?? '',
      SECRET_KEY: 'a secret of at least thirty-two bytes',
      LOG_LEVEL: 'silent',
    })
    otherApplication = await openApplication(config, { demo: true })
    second = await openGateway({ ...otherApplication, host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    await second.close()
    await otherApplication.close()
    await world.close()
  })

  it('together allow exactly 60 of 200 concurrent requests', async () => {
    const { id: organizationId } = await world.organization()
    const { id: projectId } = await world.project({ organizationId })
    const { key } = await world.projectKey(projectId)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        fetch(`${n % 2 ? world.url : second.url}/v1/project`, {
          headers: { authorization: `Bearer ${key}` },
        }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(140)
    for (const { status, headers } of answers) {
      expect(headers.get('x-ratelimit-limit')).toBe('60')
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  it('together allow ten failed attempts to sign in to one account', async () => {
    const { email } = await createPerson(world)
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries += 1) {
      const gateway = tries % 2 ? world : second
      const body = { email, password: 'wrong password' }
      statuses.push((await postAuth(gateway, '/sign-in/email', body, newAddress())).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  })
})

describe('input that is not a valid HTTP request', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({ workers: false })
  })
  afterAll(() => world.close())

  it.each([
    ['garbage', 400, 'nonsense\r\n\r\n'],
    ['a header with a line break in its name', 400, 'GET /v1/project HTTP/1.1\r\nHost: x\r\nA B: c\r\n\r\n'],
    ['headers without end', 431, `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`],
  ])('(%s) is answered with the error envelope and all common headers', async (_, status, bytes) => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(world.url).port), '127.0.0.1', () => socket.write(bytes))
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk
      })
      socket.on('close', () => resolve(received))
      socket.on('error', reject)
    })
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    for (const name of ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
      expect(head).toMatch(new RegExp(`^${name}: .`, 'm'))
    }
    expect(JSON.parse(body).error.code).toBe('BAD_REQUEST')
  })
})
