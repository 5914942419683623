import { parseUrl } from '../../../definitions/parse-url.ts'
import type { TrackedEntity } from '../../foundation/observation.ts'

/** Returns the host of a URL or host name in lower-case ASCII without `www.`, or an empty string for anything else. */
export function hostOf(written: string): string {
  const bare = written.trim().replace(/^(?:[a-z]+:)?\/\//i, '')
  const host = /^[^/?#]*/.exec(bare)?.[0] ?? ''
  // The URL class converts the host to lower case and international names to ASCII (Punycode).
  const { hostname } = parseUrl(`http://${host}`) ?? { hostname: '' }
  return hostname.replace(/^www\./, '').replace(/\.+$/, '')
}

/**
 * Maps each domain to the index of the entity that owns it. Domains can be given as URLs or with `www.`; the keys are
 * lower-case host names. A domain of two entities belongs to the first.
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

/** Returns the index of the entity that owns a host name or its nearest parent domain, or null if there is none. */
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
