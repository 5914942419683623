import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { OutboundError } from './outbound-error.ts'

/** The rules for outbound requests: the ports 80 and 443 of the public internet, and what the operator lists. */
export interface TargetRules {
  /**
   * Checks scheme, port, credentials and a literal address, without resolving names.
   * @throws {OutboundError} refused
   */
  check(url: URL): void
  /**
   * The addresses of a host. All of them must be allowed for this port.
   * @throws {OutboundError} refused; network when the name cannot be resolved
   */
  resolve(hostname: string, port: number): Promise<LookupAddress[]>
  /** True when the operator lists the host and port of this URL (OUTBOUND_ALLOW). */
  isListed(url: URL): boolean
}

const PORTS = new Set([80, 443])
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Creates the rules; `allow` holds `host:port` pairs, as OUTBOUND_ALLOW does, that are allowed although private or on another port. */
export function createTargetRules({ allow }: { allow: readonly string[] }): TargetRules {
  const listed = new Set(allow.map(entryOf))
  return {
    check(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:') {
        throw new OutboundError('refused', 'Only http and https addresses may be reached.')
      }
      if (url.username !== '' || url.password !== '') {
        throw new OutboundError('refused', 'An address with a user name or password may not be reached.')
      }
      if (listed.has(`${url.hostname}:${portOf(url)}`)) return
      if (!PORTS.has(portOf(url))) {
        throw new OutboundError('refused', 'Only the ports 80 and 443 may be reached.')
      }
      const host = unbracketed(url.hostname)
      if (isLocalName(host) || (isIP(host) && !isPublic(host))) throw privateTarget()
    },
    async resolve(hostname, port) {
      const host = unbracketed(hostname)
      const addresses = await addressesOf(host)
      const bracketed = host.includes(':') ? `[${host}]` : host
      if (listed.has(`${bracketed}:${port}`)) return addresses
      if (!PORTS.has(port) || isLocalName(host) || !addresses.every(({ address }) => isPublic(address))) {
        throw privateTarget()
      }
      return addresses
    },
    isListed: (url) => listed.has(`${url.hostname}:${portOf(url)}`),
  }
}

/** The port of a URL, or the default port of its scheme. */
export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
}

/**
 * Whether an address belongs to the public internet, by the IANA special-purpose address registries as ipaddr.js implements
 * them: loopback, private, link-local, carrier-grade NAT, tunnels and translations (6to4, Teredo, 64:ff9b::/96) are not.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // `process` converts IPv4-mapped IPv6 addresses (::ffff:127.0.0.1) to IPv4.
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  // All assigned global unicast addresses are in 2000::/3 (RFC 4291 §2.4); ipaddr.js also takes others, such as ::127.0.0.1, for public.
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(GLOBAL_UNICAST)
}

/** The canonical form of an address, to compare addresses. */
export function canonicalAddress(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toNormalizedString() : address
}

async function addressesOf(host: string): Promise<LookupAddress[]> {
  const family = isIP(host)
  if (family > 0) return [{ address: host, family }]
  try {
    const addresses = await lookup(host, { all: true })
    if (addresses.length > 0) return addresses
  } catch (cause) {
    throw new OutboundError('network', 'The name of the host cannot be resolved.', { cause })
  }
  throw new OutboundError('network', 'The name of the host has no address.')
}

/** Names of this machine (RFC 6761 §6.3), whatever a resolver returns for them. */
function isLocalName(host: string): boolean {
  return /(^|\.)localhost\.*$/i.test(host)
}

/** An entry of OUTBOUND_ALLOW with its host as URLs write it: `[0:0:0:0:0:0:0:1]:80` becomes `[::1]:80`. */
function entryOf(entry: string): string {
  const given = `http://${entry}`
  if (!URL.canParse(given)) return entry
  const url = new URL(given)
  return `${url.hostname}:${portOf(url)}`
}

function unbracketed(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function privateTarget(): OutboundError {
  return new OutboundError('refused', 'The address is not on the public internet.')
}
