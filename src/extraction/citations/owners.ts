import type { TrackedEntity } from '../observation.ts'

/** The host of a URL, or a host name: lower case, ASCII, without `www.`; empty for anything else. */
export function hostOf(written: string): string {
  const bare = written.trim().replace(/^(?:[a-z]+:)?\/\//i, '')
  const host = /^[^/?#]*/.exec(bare)?.[0] ?? ''
  // The URL class gives the host in lower case and international names in ASCII (Punycode).
  const address = `http://${host}`
  const { hostname } = URL.canParse(address) ? new URL(address) : { hostname: '' }
  return hostname.replace(/^www\./, '').replace(/\.+$/, '')
}

/**
 * Index of the owning entity by domain. Domains may be given as URLs or with `www.`, and are returned in lower case; a domain of two
 * entities belongs to the first.
 */
export function ownersOf(entities: readonly TrackedEntity[]): ReadonlyMap<string, number> {
  const owners = new Map<string, number>()
  entities.forEach((entity, index) => {
    for (const domain of entity.domains ?? []) {
      const host = hostOf(domain)
      if (host !== '' && !owners.has(host)) owners.set(host, index)
    }
  })
  return owners
}

/** Index of the entity that owns a host name or its nearest parent domain; null when none does. */
export function ownerOf(owners: ReadonlyMap<string, number>, host: string): number | null {
  let domain = host
  while (domain !== '') {
    const owner = owners.get(domain)
    if (owner !== undefined) return owner
    const dot = domain.indexOf('.')
    if (dot < 0) return null
    domain = domain.slice(dot + 1)
  }
  return null
}
