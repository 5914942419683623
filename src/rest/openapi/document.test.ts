import type { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import { OPEN_GATE, serveApp } from '../../../test/serve-app.ts'
import { startInputSchema } from '../../core/async-analyses/input.ts'
import type { AppServices } from '../../core/context.ts'
import type { HttpEnv } from '../../http/environment.ts'
import { createRestApp } from '../app.ts'
import { errorSchema } from '../schemas/error.ts'
import { START_REQUESTS } from './examples.ts'

interface Operation {
  operationId: string
  security: object[]
  responses: Record<
    string,
    { headers: object; content: { 'application/json'?: { examples?: Record<string, { value: unknown }> } } }
  >
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
}

let text: string
let document: Document
beforeAll(async () => {
  const services = { deps: { logger: { info() {} } } } as unknown as AppServices
  const mount = (app: Hono<HttpEnv>) => void app.route('/', createRestApp({ services, gate: OPEN_GATE }))
  const app = await serveApp({ services, gate: OPEN_GATE, mount })
  text = await (await app.request('/v1/openapi.json')).text()
  await app.close()
  document = JSON.parse(text)
})

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path))

describe('the OpenAPI document', () => {
  it('lists every operation with all its status codes', () => {
    expect(document.openapi).toBe('3.1.0')
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => [`${method} ${path}`, Object.keys(responses)]),
    )
    expect(Object.fromEntries(listed)).toEqual({
      'get /v1/providers': ['200', '401', '429', '500', '503'],
      'get /v1/organization': ['200', '401', '404', '429', '500', '503'],
      'get /v1/organization/branding': ['200', '401', '429', '500', '503'],
      'patch /v1/organization/branding': ['200', '400', '401', '403', '413', '429', '500', '503'],
      'get /v1/project': ['200', '401', '403', '404', '429', '500', '503'],
      'post /v1/orgs/{orgId}/projects': ['201', '400', '401', '403', '404', '413', '429', '500', '503'],
      'patch /v1/projects/{projectId}': [
        '200',
        '400',
        '401',
        '403',
        '404',
        '409',
        '413',
        '429',
        '500',
        '503',
      ],
      'delete /v1/projects/{projectId}': ['200', '401', '403', '404', '429', '500', '503'],
      'get /v1/prompts': ['200', '400', '401', '403', '429', '500', '503'],
      'post /v1/prompts': ['201', '400', '401', '403', '409', '413', '429', '500', '503'],
      'post /v1/prompts/batch': ['200', '400', '401', '403', '404', '409', '413', '429', '500', '503'],
      'patch /v1/prompts/{promptId}': ['200', '400', '401', '403', '404', '409', '413', '429', '500', '503'],
      'delete /v1/prompts/{promptId}': ['200', '400', '401', '403', '404', '409', '429', '500', '503'],
      'put /v1/prompts/{promptId}/providers': [
        '200',
        '400',
        '401',
        '403',
        '404',
        '409',
        '413',
        '429',
        '500',
        '503',
      ],
      'get /v1/prompts/suggestions': ['200', '401', '403', '429', '500', '503'],
      'post /v1/prompts/suggestions/dismiss': ['200', '400', '401', '403', '404', '413', '429', '500', '503'],
      'get /v1/settings': ['200', '401', '403', '404', '429', '500', '503'],
      'put /v1/settings': ['200', '400', '401', '403', '404', '409', '413', '429', '500', '503'],
      'put /v1/settings/schedule': ['200', '400', '401', '403', '404', '409', '413', '429', '500', '503'],
      'put /v1/settings/competitors': ['200', '400', '401', '403', '404', '409', '413', '429', '500', '503'],
      'put /v1/settings/tags': ['200', '400', '401', '403', '404', '409', '413', '429', '500', '503'],
      'patch /v1/settings/tags': ['200', '400', '401', '403', '404', '409', '413', '429', '500', '503'],
      'post /v1/analysis/trigger': ['200', '400', '401', '403', '409', '413', '429', '500', '503'],
      'get /v1/analysis/runs': ['200', '400', '401', '403', '429', '500', '503'],
      'post /v1/analysis/runs/{runId}/cancel': ['200', '401', '403', '404', '429', '500', '503'],
      'get /v1/analysis/runs/{runId}/sources': ['200', '400', '401', '403', '404', '429', '500', '503'],
      'get /v1/analysis/runs/{runId}': ['200', '401', '403', '404', '429', '500', '503'],
      'get /v1/analysis/runs/{runId}/results': ['200', '400', '401', '403', '404', '429', '500', '503'],
      'get /v1/analysis/exports/{table}': ['200', '400', '401', '403', '404', '409', '429', '500', '503'],
      'get /v1/analysis/results': ['200', '400', '401', '403', '404', '429', '500', '503'],
      'get /v1/analysis/runs/{runId}/discovered-brands': [
        '200',
        '400',
        '401',
        '403',
        '404',
        '429',
        '500',
        '503',
      ],
      'get /v1/analysis/runs/{runId}/themes': ['200', '400', '401', '403', '404', '429', '500', '503'],
      'get /v1/analysis/themes': ['200', '400', '401', '403', '429', '500', '503'],
      'get /v1/analysis/discovered-brands': ['200', '400', '401', '403', '429', '500', '503'],
      'post /v1/analysis/discovered-brands/dismiss': [
        '200',
        '400',
        '401',
        '403',
        '404',
        '413',
        '429',
        '500',
        '503',
      ],
      'post /v1/analysis/discovered-brands/track': [
        '200',
        '400',
        '401',
        '403',
        '404',
        '413',
        '429',
        '500',
        '503',
      ],
      'get /v1/analysis/opportunities': ['200', '400', '401', '403', '429', '500', '503'],
      'patch /v1/analysis/opportunities/{opportunityId}': [
        '200',
        '400',
        '401',
        '403',
        '404',
        '413',
        '429',
        '500',
        '503',
      ],
      'get /v1/analysis/trends': ['200', '400', '401', '403', '429', '500', '503'],
      'post /v1/async-analysis': ['202', '400', '401', '403', '404', '409', '413', '429', '500', '503'],
      'get /v1/async-analysis': ['200', '400', '401', '429', '500', '503'],
      'post /v1/async-analysis/{analysisId}/cancel': ['200', '401', '403', '404', '429', '500', '503'],
      'get /v1/async-analysis/{analysisId}': ['200', '400', '401', '404', '429', '500', '503'],
      'get /v1/facts': ['200', '401', '403', '404', '429', '500', '503'],
      'post /v1/facts': ['201', '400', '401', '403', '404', '409', '413', '429', '500', '503'],
      'put /v1/facts/{factId}': ['200', '400', '401', '403', '404', '409', '413', '429', '500', '503'],
      'delete /v1/facts/{factId}': ['200', '401', '403', '404', '429', '500', '503'],
      'get /v1/analysis/facts': ['200', '400', '401', '403', '404', '429', '500', '503'],
      'get /v1/alerts': ['200', '400', '401', '403', '429', '500', '503'],
      'get /v1/alerts/{alertId}': ['200', '401', '403', '404', '429', '500', '503'],
      'get /v1/alert-rules': ['200', '401', '403', '429', '500', '503'],
      'patch /v1/alert-rules': ['200', '400', '401', '403', '404', '413', '429', '500', '503'],
      'get /v1/alert-mutes': ['200', '401', '403', '429', '500', '503'],
      'post /v1/alert-mutes': ['200', '400', '401', '403', '404', '413', '429', '500', '503'],
      'post /v1/webhooks/{webhookId}/test': ['200', '401', '403', '404', '429', '500', '503'],
      'get /v1/webhooks': ['200', '401', '403', '404', '429', '500', '503'],
      'post /v1/webhooks': ['201', '400', '401', '403', '404', '413', '429', '500', '503'],
      'delete /v1/webhooks/{webhookId}': ['200', '401', '403', '404', '429', '500', '503'],
      'get /v1/settings/report-schedule': ['200', '401', '403', '404', '429', '500', '503'],
      'put /v1/settings/report-schedule': ['200', '400', '401', '403', '404', '413', '429', '500', '503'],
      'post /v1/settings/report-schedule/test': [
        '201',
        '400',
        '401',
        '403',
        '404',
        '413',
        '429',
        '500',
        '503',
      ],
      'get /v1/share-links': ['200', '401', '403', '404', '429', '500', '503'],
      'post /v1/share-links': ['201', '400', '401', '403', '404', '413', '429', '500', '503'],
      'delete /v1/share-links/{shareLinkId}': ['200', '401', '403', '404', '429', '500', '503'],
      'post /v1/search-volume': [
        '200',
        '400',
        '401',
        '403',
        '404',
        '409',
        '413',
        '429',
        '500',
        '502',
        '503',
        '504',
      ],
    })
  })

  it('contains every object only once: the parts of several responses are named components', () => {
    const paths = new Map<string, string[]>()
    const visit = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return
      const { description: _, example: __, type: ___, ...content } = node as Record<string, unknown>
      // Envelopes and objects with one field are short and have no name.
      if (content.properties && Object.keys(content.properties).length > 1) {
        const key = JSON.stringify(content)
        paths.set(key, [...(paths.get(key) ?? []), path])
      }
      for (const [name, inner] of Object.entries(node))
        if (!name.startsWith('example')) visit(inner, `${path}/${name}`)
    }
    visit(document, '')
    expect([...paths.values()].filter((copies) => copies.length > 1)).toEqual([])
  })

  it('contains no dangling references', () => {
    for (const [, path] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = path
        ?.split('/')
        .reduce<unknown>((node, name) => (node as Record<string, unknown>)?.[name], document)
      expect(target, path).toBeDefined()
    }
  })

  it('requires a key everywhere and documents rate limit headers on every response, with Retry-After where it applies', () => {
    for (const { security, responses } of operations()) {
      expect(security).not.toEqual([])
      for (const requirement of security) {
        expect(Object.keys(requirement)).toEqual([expect.stringMatching(/Key$/)])
      }
      for (const [status, { headers }] of Object.entries(responses)) {
        const names = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
        if (status === '401') names.push('WWW-Authenticate')
        if (status === '429' || status === '503') names.push('Retry-After')
        if (status === '202') names.push('Location')
        expect(Object.keys(headers).filter((name) => name !== 'Idempotent-Replayed')).toEqual(names)
      }
    }
  })

  it('has examples that match their schemas', () => {
    for (const { value } of Object.values(START_REQUESTS))
      expect(startInputSchema.safeParse(value).success).toBe(true)
    const failures = operations().flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ content }) =>
        Object.values(content['application/json']?.examples ?? {}),
      ),
    )
    expect(failures.length).toBeGreaterThan(10)
    for (const { value } of failures) expect(errorSchema.strict().safeParse(value).success).toBe(true)
  })
})
