import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/**
 * Returns a function that finds the client address of a request. Without a trusted proxy, it is the address of the connection.
 * Behind a trusted proxy, it is the last untrusted address in X-Forwarded-For. Proxies append to the right, so the client
 * could have forged all entries to the left of that address.
 * @param trusted addresses and CIDR blocks of proxies, as in TRUST_PROXY
 */
export function createAddressResolver(trusted: readonly string[]): (incoming: IncomingMessage) => string {
  const blocks = trusted.map(parseBlock)
  const isTrusted = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
    blocks.some((block) => address.kind() === block[0].kind() && address.match(block))
  return ({ socket, headers }) => {
    const peer = socket.remoteAddress ?? 'unknown'
    if (blocks.length === 0) return withoutPrefix(peer)
    let nearest = parseEntry(peer)
    if (!nearest) return peer
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').reverse()
    for (const entry of forwarded) {
      if (!isTrusted(nearest)) break
      const next = parseEntry(entry)
      // Trusted proxies write only addresses, so this entry is forged. Use the last valid address.
      if (!next) break
      nearest = next
    }
    return nearest.toString()
  }
}

/** Removes the prefix of an IPv4-mapped IPv6 address (::ffff:192.0.2.1), which IPv6 sockets report for IPv4 clients. */
function withoutPrefix(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
}

/** Parses an entry of X-Forwarded-For, to which some proxies append the port. Returns null for other text. */
function parseEntry(entry: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = entry
    .trim()
    .replace(/^\[([^\]]+)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
  // `ipaddr.isValid` would also accept other notations of IPv4, such as 127.1.
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare)
  return isAddress ? ipaddr.process(bare) : null
}

/** Parses an address or a CIDR block. Returns the address and the length of the prefix in bits. */
function parseBlock(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
