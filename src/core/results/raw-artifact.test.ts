import { describe, expect, it } from 'vitest'
import { rawArtifactDefinition, toRawArtifact } from './raw-artifact.ts'

const HTTP = {
  driver: 'openai-compatible',
  httpStatus: 200,
  headers: {
    'content-type': 'application/json',
    'x-request-id': 'req_1',
    location: 'http://10.0.0.7/',
    'x-ratelimit-remaining': '3',
  },
  body: '{"choices":[{"message":{"content":"Acme."}}]}',
  request: { url: 'http://10.0.0.7:8000/v1/chat/completions', body: { model: 'm', stream: false } },
  locationApplied: 'none',
}

describe('a raw artifact', () => {
  it('contains the provider, the driver, the request, the relevant headers and the parsed body', () => {
    const artifact = toRawArtifact('local', HTTP)
    expect(artifact).toEqual({
      provider: 'local',
      driver: 'openai-compatible',
      request: { model: 'm', stream: false },
      response: {
        status: 200,
        headers: { 'content-type': 'application/json', 'x-request-id': 'req_1' },
        body: { choices: [{ message: { content: 'Acme.' } }] },
      },
    })
    expect(rawArtifactDefinition.parse(artifact)).toEqual(artifact)
  })

  it('does not contain the request URL', () => {
    expect(JSON.stringify(toRawArtifact('local', HTTP))).not.toContain('10.0.0.7')
  })

  it('contains a body that is not JSON as text', () => {
    expect(toRawArtifact('local', { ...HTTP, body: '<html>' }).response.body).toBe('<html>')
  })

  it('contains the stored data as its body if the driver does not use HTTP', () => {
    expect(toRawArtifact('demo', { driver: 'replay', line: 3, text: 'Acme.' })).toEqual({
      provider: 'demo',
      driver: 'replay',
      request: null,
      response: { status: null, headers: {}, body: { line: 3, text: 'Acme.' } },
    })
  })
})
