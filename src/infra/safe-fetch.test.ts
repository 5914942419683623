import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OutboundError } from './outbound-error.ts'
import { createSafeFetch, createTargetCheck, type SafeFetch } from './safe-fetch.ts'

const LIMITS = { timeout: 5_000, maxBytes: 10_000, redirects: 0 }

let server: Server
let port: number
let connections = 0
let answer: RequestListener
beforeAll(async () => {
  server = createServer((request, response) => answer(request, response))
  server.on('connection', () => {
    connections += 1
  })
  // Listens on every address of this machine, so that any connection that is made arrives here.
  await new Promise<void>((resolve) => server.listen(0, '::', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())
beforeEach(() => {
  connections = 0
  answer = (_, response) => response.end('hello')
})

const kindOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'reached',
    (error) => (error instanceof OutboundError ? error.kind : String(error)),
  )

const LOOPBACK = [
  '127.0.0.1',
  '[::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'api.localhost',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '127.1',
  '127.0.0.1.',
  '127.255.255.254',
  '[::]',
  '0.0.0.0',
  '0',
  '0x7f000001',
  '017700000001',
  '0x7f.0.0.0x1',
  '127.0.1',
  '127%2e0%2e0%2e1',
  '%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1',
  '127%E3%80%820%E3%80%820%E3%80%821',
  '[0:0:0:0:0:ffff:127.0.0.1]',
]
const NOT_PUBLIC = [
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '[fe80::1]',
  '100.64.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  '[::ffff:10.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fd00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[fec0::1]',
  '[4000::1]',
  '0xa9.0xfe.0xa9.0xfe',
  '2852039166',
  '0251.0376.0251.0376',
  '[::ffff:a9fe:a9fe]',
  '[::a9fe:a9fe]',
  '[::ffff:0:169.254.169.254]',
]
/** URLs that no parser should read as an address: zone ids, and numbers that are too large. */
const INVALID = [
  'http://[fe80::1%25eth0]/',
  'http://[::1%25lo]/',
  'http://256.256.256.256/',
  'http://0x100000000/',
]
const SCHEMES = [
  'file:///etc/passwd',
  'ftp://example.com/',
  'data:text/plain,x',
  'gopher://example.com/',
  'x',
]

describe('an address that is not public', () => {
  it.each([...LOOPBACK, ...NOT_PUBLIC])(
    '%s is refused on every port before a connection is made',
    async (host) => {
      const safeFetch = createSafeFetch({ allow: [] })
      for (const url of [`http://${host}/`, `https://${host}/`, `http://${host}:${port}/`]) {
        expect(await kindOf(safeFetch(url, LIMITS)), url).toBe('refused')
      }
      expect(connections).toBe(0)
    },
  )

  it.each([...LOOPBACK, ...NOT_PUBLIC])('%s is refused also on port 80', async (host) => {
    // Port 80 passes the port rule, so only the address rule can refuse.
    const safeFetch = createSafeFetch({ allow: [`elsewhere.example:${port}`] })
    expect(await kindOf(safeFetch(`http://${host}:80/`, LIMITS))).toBe('refused')
  })

  it.each([...LOOPBACK, ...NOT_PUBLIC].map((host) => `http://${host}/`).concat(SCHEMES.slice(0, 4)))(
    '%s is refused as the target of a redirect',
    async (target) => {
      answer = (_, response) => response.writeHead(302, { Location: target }).end()
      const safeFetch = createSafeFetch({ allow: [`127.0.0.1:${port}`] })
      const followed = safeFetch(`http://127.0.0.1:${port}/`, { ...LIMITS, redirects: 3 })
      expect(await kindOf(followed)).toBe('refused')
      expect(connections).toBe(1)
    },
  )

  it('is not allowed because another of its names or ports is listed in OUTBOUND_ALLOW', async () => {
    const safeFetch = createSafeFetch({ allow: [`localhost:${port}`, '127.0.0.1:1'] })
    expect(await kindOf(safeFetch(`http://127.0.0.1:${port}/`, LIMITS))).toBe('refused')
    expect(await kindOf(safeFetch(`http://[::1]:${port}/`, LIMITS))).toBe('refused')
    expect(connections).toBe(0)
  })
})

describe('a name whose addresses change', () => {
  const host = 'rebinding.example'
  const url = `http://${host}/`
  /** Returns a resolver that gives these addresses one after the other, and counts its calls. */
  const resolver = (...answers: string[][]) => {
    const calls: string[] = []
    return {
      calls,
      lookup: async (hostname: string) => {
        const addresses = answers[Math.min(calls.push(hostname), answers.length) - 1] ?? []
        return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      },
    }
  }

  it('is refused if it was public when the URL was stored and is private when it is requested', async () => {
    const { lookup } = resolver(['8.8.8.8'], ['127.0.0.1'])
    expect(await createTargetCheck({ allow: [], lookup })(`https://${host}/`)).toBe(true)
    expect(await kindOf(createSafeFetch({ allow: [], lookup })(url, LIMITS))).toBe('refused')
    expect(connections).toBe(0)
  })

  it.each([[['8.8.8.8', '10.0.0.1']], [['2606:4700::1111', '::1']], [['::ffff:169.254.169.254']]])(
    'is refused if one of its addresses is private: %j',
    async (addresses) => {
      const { lookup } = resolver(addresses)
      expect(await kindOf(createSafeFetch({ allow: [], lookup })(url, LIMITS))).toBe('refused')
      expect(await createTargetCheck({ allow: [], lookup })(`https://${host}/`)).toBe(false)
    },
  )

  it('is not resolved again between the check and the connection', async () => {
    const { lookup, calls } = resolver(['127.0.0.1'], ['127.0.0.2'])
    let reached = ''
    answer = ({ socket }, response) => {
      reached = socket.localAddress ?? ''
      response.end('hello')
    }
    const safeFetch = createSafeFetch({ allow: [`${host}:${port}`], lookup })
    expect((await safeFetch(`http://${host}:${port}/`, LIMITS)).body).toBe('hello')
    expect([reached.replace('::ffff:', ''), calls]).toEqual(['127.0.0.1', [host]])
  })

  it('is checked again for each redirect to it', async () => {
    const { lookup } = resolver(['127.0.0.1'], ['10.0.0.1'])
    answer = (_, response) => response.writeHead(302, { Location: url }).end()
    const safeFetch = createSafeFetch({ allow: [`${host}:${port}`], lookup })
    const followed = safeFetch(`http://${host}:${port}/`, { ...LIMITS, redirects: 3 })
    expect(await kindOf(followed)).toBe('refused')
    expect(connections).toBe(1)
  })
})

describe('other URLs that are refused', () => {
  it.each(INVALID)('%s, because it has no valid host', async (url) => {
    expect(await kindOf(createSafeFetch({ allow: [] })(url, LIMITS))).toBe('refused')
    expect(await createTargetCheck({ allow: [] })(url)).toBe(false)
  })

  it.each(SCHEMES)('%s, because it is not http or https', async (url) => {
    expect(await kindOf(createSafeFetch({ allow: [] })(url, LIMITS))).toBe('refused')
  })

  it.each(['http://8.8.8.8:22/', 'https://8.8.8.8:8443/', 'http://user:secret@8.8.8.8/'])(
    '%s, because of its port or its credentials',
    async (url) => {
      expect(await kindOf(createSafeFetch({ allow: [] })(url, LIMITS))).toBe('refused')
    },
  )

  it('a redirect to a port that is not allowed', async () => {
    answer = (_, response) => response.writeHead(307, { Location: 'http://8.8.8.8:22/' }).end()
    const safeFetch = createSafeFetch({ allow: [`127.0.0.1:${port}`] })
    expect(await kindOf(safeFetch(`http://127.0.0.1:${port}/`, { ...LIMITS, redirects: 1 }))).toBe('refused')
  })
})

describe('a host and port listed in OUTBOUND_ALLOW', () => {
  let safeFetch: SafeFetch
  beforeAll(() => {
    safeFetch = createSafeFetch({
      allow: [`127.0.0.1:${port}`, `localhost:${port}`, `[0:0:0:0:0:0:0:1]:${port}`],
    })
  })
  const at = (path: string) => `http://127.0.0.1:${port}${path}`

  it.each(['127.0.0.1', 'localhost', '[::1]', '2130706433'])('can be reached as %s', async (host) => {
    const response = await safeFetch(`http://${host}:${port}/`, LIMITS)
    expect(response).toMatchObject({ status: 200, body: 'hello' })
  })

  it('receives the request as given, and its response is returned', async () => {
    answer = (request, response) => {
      const { method, headers } = request
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () =>
        response.writeHead(201, { 'X-Seen': String(headers['x-mine']) }).end(`${method} ${body}`),
      )
    }
    const sent = { ...LIMITS, method: 'POST', headers: { 'X-Mine': '1' }, body: 'grüße' }
    expect(await safeFetch(at('/'), sent)).toMatchObject({
      status: 201,
      body: 'POST grüße',
      headers: { 'x-seen': '1' },
      url: at('/'),
    })
  })

  it('returns the redirect itself when redirects are not followed', async () => {
    answer = (_, response) => response.writeHead(302, { Location: '/b' }).end()
    expect(await safeFetch(at('/'), LIMITS)).toMatchObject({ status: 302, headers: { location: '/b' } })
  })

  it('can redirect up to the limit and no further', async () => {
    answer = ({ url = '' }, response) => {
      const left = Number(url.slice(1))
      if (left > 0) response.writeHead(302, { Location: `/${left - 1}` })
      response.end('there')
    }
    expect(await safeFetch(at('/3'), { ...LIMITS, redirects: 3 })).toMatchObject({
      body: 'there',
      url: at('/0'),
    })
    expect(await kindOf(safeFetch(at('/4'), { ...LIMITS, redirects: 3 }))).toBe('network')
  })

  it('does not pass credentials on to another origin', async () => {
    const seen: (string | undefined)[] = []
    answer = ({ headers, url }, response) => {
      seen.push(headers.authorization)
      if (url === '/') response.writeHead(302, { Location: `http://localhost:${port}/b` })
      response.end()
    }
    await safeFetch(at('/'), { ...LIMITS, redirects: 1, headers: { Authorization: 'Bearer mine' } })
    expect(seen).toEqual(['Bearer mine', undefined])
  })

  it('can send up to the limit of bytes, counted after decompression', async () => {
    answer = (_, response) => response.end('x'.repeat(10_001))
    expect(await kindOf(safeFetch(at('/'), LIMITS))).toBe('too_large')
    const packed = gzipSync('x'.repeat(5_000_000))
    answer = (_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed)
    expect(await kindOf(safeFetch(at('/'), LIMITS))).toBe('too_large')
    expect(await safeFetch(at('/'), { ...LIMITS, maxBytes: 0 })).toMatchObject({ status: 200, body: '' })
  })

  it('is decoded in the character set that it declares', async () => {
    answer = (_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html; charset=iso-8859-1' }).end(Buffer.from([0xfc]))
    expect((await safeFetch(at('/'), LIMITS)).body).toBe('ü')
  })

  it('ends in a timeout when it is silent or stops in the middle', async () => {
    answer = () => {}
    expect(await kindOf(safeFetch(at('/'), { ...LIMITS, timeout: 50 }))).toBe('timeout')
    answer = (_, response) => response.write('a')
    expect(await kindOf(safeFetch(at('/'), { ...LIMITS, timeout: 50 }))).toBe('timeout')
  })

  it('ends in a network error when it hangs up or when the caller aborts', async () => {
    answer = (request) => request.socket.destroy()
    expect(await kindOf(safeFetch(at('/'), LIMITS))).toBe('network')
    answer = () => {}
    expect(await kindOf(safeFetch(at('/'), { ...LIMITS, signal: AbortSignal.abort() }))).toBe('network')
  })
})

describe('the check of a URL when it is submitted', () => {
  it.each([...LOOPBACK, ...NOT_PUBLIC])('refuses %s', async (host) => {
    expect(await createTargetCheck({ allow: [] })(`https://${host}/hook`)).toBe(false)
  })

  it('accepts public addresses, listed ones, and names that do not resolve yet', async () => {
    const isAllowed = createTargetCheck({ allow: [`127.0.0.1:${port}`] })
    expect(await isAllowed('https://8.8.8.8/hook')).toBe(true)
    expect(await isAllowed('https://[2606:4700::1111]/hook')).toBe(true)
    expect(await isAllowed(`http://127.0.0.1:${port}/hook`, { https: true })).toBe(true)
    expect(await isAllowed('https://nobody-knows-this.invalid/hook')).toBe(true)
  })

  it('refuses plain http where https is required', async () => {
    const isAllowed = createTargetCheck({ allow: [] })
    expect(await isAllowed('http://8.8.8.8/hook')).toBe(true)
    expect(await isAllowed('http://8.8.8.8/hook', { https: true })).toBe(false)
  })
})
