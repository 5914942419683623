import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { OutboundError } from './outbound-error.ts'

/** The rules of what may be reached from here: the public internet on its usual ports, and what the operator lists. */
export interface TargetRules {
  /**
   * Checks scheme, port, credentials and a literal address, without asking anybody.
   * @throws {OutboundError} refused
   */
  check(url: URL): void
  /**
   * The addresses of a host that may be connected to at this port: all it has, or none.
   * @throws {OutboundError} refused; network when the name cannot be resolved
   */
  resolve(hostname: string, port: number): Promise<LookupAddress[]>
  /** True when the operator lists the host and port of this URL (OUTBOUND_ALLOW). */
  isListed(url: URL): boolean
}

const PORTS = new Set([80, 443])
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Rules with `host:port` pairs (as in OUTBOUND_ALLOW) that may be reached although private or on another port. */
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

/** The port a URL names or means. */
export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
}

/**
 * True only for an address of the public internet, by the IANA special-purpose registries as ipaddr.js knows them:
 * loopback, private, link-local, carrier-grade NAT, tunnels and translations (6to4, Teredo, 64:ff9b::/96) are not.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // `process` looks through IPv4 in IPv6 (::ffff:127.0.0.1).
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  // RFC 4291 §2.4: 2000::/3 is all that is given out; ipaddr.js takes ::127.0.0.1 and others outside it for public.
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(GLOBAL_UNICAST)
}

/** One spelling per address, to compare them by. */
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

/** RFC 6761: these names mean this machine, whatever a resolver says. */
function isLocalName(host: string): boolean {
  return /(^|\.)localhost\.*$/i.test(host)
}

/** In the spelling URLs have: `[0:0:0:0:0:0:0:1]:80` and `[::1]:80` are one. */
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
