import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createAddressResolver } from './client-address.ts'

const TRUSTED = ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']

function resolve(peer: string, forwarded: string | undefined, trusted = TRUSTED): string {
  const request = { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } }
  return createAddressResolver(trusted)(request as unknown as IncomingMessage)
}

describe('the address of a client', () => {
  it.each<[string, string, string | undefined, string]>([
    ['is the address of the connection', '192.0.2.1', undefined, '192.0.2.1'],
    ['ignores the header of an untrusted peer', '192.0.2.1', '203.0.113.9', '192.0.2.1'],
    ['comes from the header of a trusted proxy', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    [
      'is the nearest untrusted address in the header',
      '10.0.0.1',
      '203.0.113.9, 198.51.100.7, 10.9.9.9',
      '198.51.100.7',
    ],
    ['is the farthest proxy if all proxies are trusted', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['is the proxy itself if it sends no header', '10.0.0.1', undefined, '10.0.0.1'],
    ['is the last valid address in the header', '10.0.0.1', '203.0.113.9, unknown, 10.0.0.2', '10.0.0.2'],
    ['may be followed by a port', '10.0.0.1', '198.51.100.7:4711', '198.51.100.7'],
    ['may be IPv6 with a port', 'fd00::1', '[2001:db8::7]:4711', '2001:db8::7'],
    ['is converted to IPv4 on an IPv6 socket', '::ffff:10.0.0.1', '::ffff:198.51.100.7', '198.51.100.7'],
    ['is never an abbreviated IPv4 address', '10.0.0.1', '127.1', '10.0.0.1'],
  ])('%s', (_, peer, forwarded, address) => {
    expect(resolve(peer, forwarded)).toBe(address)
  })

  it('is the address of the connection, in canonical form, if no proxy is trusted', () => {
    expect(resolve('::ffff:192.0.2.1', '203.0.113.9', [])).toBe('192.0.2.1')
    expect(resolve('2001:db8::1', '203.0.113.9', [])).toBe('2001:db8::1')
  })
})
