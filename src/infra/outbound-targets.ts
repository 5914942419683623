import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { parseUrl } from '../definitions/parse-url.ts'
import { OutboundError } from './outbound-error.ts'

/** Rules for outbound requests. They allow ports 80 and 443 of the public internet, and targets in OUTBOUND_ALLOW. */
export interface TargetRules {
  /**
   * Checks scheme, port, credentials and literal addresses. Does not resolve names.
   * @throws {OutboundError} refused
   */
  check(url: URL): void
  /**
   * Resolves a host to its addresses, all of which must be allowed for this port.
   * @throws {OutboundError} refused; network if the name cannot be resolved
   */
  resolve(hostname: string, port: number): Promise<LookupAddress[]>
  /** Whether OUTBOUND_ALLOW contains the host and port of a URL. */
  isListed(url: URL): boolean
}

/** Resolves a name to all of its addresses. */
export type Lookup = (hostname: string) => Promise<LookupAddress[]>

const resolveWithSystem: Lookup = (hostname) => systemLookup(hostname, { all: true })

const PORTS = new Set([80, 443])
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Options of {@link createTargetRules}. */
export interface TargetOptions {
  allow: readonly string[]
  /** Resolver of names, by default the one of the operating system. */
  lookup?: Lookup
}

/**
 * Creates the rules for outbound requests.
 * @param options.allow `host:port` pairs as in OUTBOUND_ALLOW, which are allowed even if they are private or use other ports
 */
export function createTargetRules({ allow, lookup = resolveWithSystem }: TargetOptions): TargetRules {
  const listed = new Set(allow.map(normalizeEntry))
  const isListed = (url: URL) => listed.has(`${url.hostname}:${getPort(url)}`)
  return {
    isListed,
    check(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:') {
        throw new OutboundError('refused', 'Only http and https URLs are allowed.')
      }
      if (url.username !== '' || url.password !== '') {
        throw new OutboundError('refused', 'URLs with a user name or password are not allowed.')
      }
      if (isListed(url)) return
      if (!PORTS.has(getPort(url))) {
        throw new OutboundError('refused', 'Only the ports 80 and 443 are allowed.')
      }
      const host = removeBrackets(url.hostname)
      if (isLocalName(host) || (isIP(host) && !isPublic(host))) throw privateTarget()
    },
    async resolve(hostname, port) {
      const host = removeBrackets(hostname)
      const addresses = await lookUpAddresses(host, lookup)
      const bracketed = host.includes(':') ? `[${host}]` : host
      if (listed.has(`${bracketed}:${port}`)) return addresses
      if (!PORTS.has(port) || isLocalName(host) || !addresses.every(({ address }) => isPublic(address))) {
        throw privateTarget()
      }
      return addresses
    },
  }
}

/** Returns the port of a URL, or the default port of its scheme. */
export function getPort({ port, protocol }: { port: string | number; protocol: string }): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80)
}

/**
 * Whether an address belongs to the public internet, according to the IANA special-purpose address registries in ipaddr.js.
 * Loopback, private, link-local, carrier-grade NAT, tunnel and translation addresses (6to4, Teredo, 64:ff9b::/96) do not.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // `process` converts IPv4-mapped IPv6 addresses (::ffff:127.0.0.1) to IPv4.
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  // All assigned global unicast addresses are in 2000::/3 (RFC 4291 §2.4). ipaddr.js also accepts others, such as ::127.0.0.1.
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(GLOBAL_UNICAST)
}

/** Returns the canonical form of an address for comparisons. */
export function canonicalAddress(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toNormalizedString() : address
}

async function lookUpAddresses(host: string, lookup: Lookup): Promise<LookupAddress[]> {
  const family = isIP(host)
  if (family > 0) return [{ address: host, family }]
  try {
    const addresses = await lookup(host)
    if (addresses.length > 0) return addresses
  } catch (cause) {
    throw new OutboundError('network', 'The host name cannot be resolved.', { cause })
  }
  throw new OutboundError('network', 'The host name has no address.')
}

/** Whether a name belongs to this machine (RFC 6761 §6.3), regardless of the addresses that a resolver returns. */
function isLocalName(host: string): boolean {
  return /(^|\.)localhost\.*$/i.test(host)
}

/** Writes the host of an OUTBOUND_ALLOW entry like a URL does: `[0:0:0:0:0:0:0:1]:80` becomes `[::1]:80`. */
function normalizeEntry(entry: string): string {
  const url = parseUrl(`http://${entry}`)
  if (!url) return entry
  return `${url.hostname}:${getPort(url)}`
}

function removeBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function privateTarget(): OutboundError {
  return new OutboundError('refused', 'The address is not on the public internet.')
}
