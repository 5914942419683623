import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/**
 * Creates the function that finds the client address of a request. It is the address of the connection, unless that belongs to
 * a trusted proxy: then X-Forwarded-For is read from the right, where proxies append, to the first address that is not
 * trusted. Entries to the left of it could be forged by the client.
 * @param trusted addresses and CIDR blocks of proxies, as in TRUST_PROXY
 */
export function createAddressResolver(trusted: readonly string[]): (incoming: IncomingMessage) => string {
  const blocks = trusted.map(blockOf)
  const isTrusted = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
    blocks.some((block) => address.kind() === block[0].kind() && address.match(block))
  return ({ socket, headers }) => {
    const peer = socket.remoteAddress ?? 'unknown'
    if (blocks.length === 0) return withoutPrefix(peer)
    let nearest = addressIn(peer)
    if (!nearest) return peer
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').reverse()
    for (const entry of forwarded) {
      if (!isTrusted(nearest)) break
      const next = addressIn(entry)
      // Not an address, so not written by a trusted proxy: the last valid address is used.
      if (!next) break
      nearest = next
    }
    return nearest.toString()
  }
}

/** The IPv4 address in an IPv4-mapped one (::ffff:192.0.2.1), as connections to an IPv6 socket have it. */
function withoutPrefix(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
}

/** The address in an entry of X-Forwarded-For, to which some proxies add the port; null when there is none. */
function addressIn(entry: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = entry
    .trim()
    .replace(/^\[([^\]]+)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
  return isAddress(bare) ? ipaddr.process(bare) : null
}

/** An address or a CIDR block as an address and the length of its prefix in bits. */
function blockOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Whether a text is an IPv6 address or an IPv4 address of four parts; ipaddr.js also accepts other notations, such as 127.1. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}
