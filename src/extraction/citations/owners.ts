import type { TrackedEntity } from '../observation.ts'

function hostOf(written: string): string {
  const bare = written.trim().replace(/^(?:[a-z]+:)?\/\//i, '')
  const host = /^[^/?#]*/.exec(bare)?.[0] ?? ''
  // As addresses have it: lower case, international names in ASCII.
  const address = `http://${host}`
  const { hostname } = URL.canParse(address) ? new URL(address) : { hostname: '' }
  return hostname.replace(/^www\./, '').replace(/\.+$/, '')
}

/** The entities' domains (addresses and `www.` accepted), lower case; of two owners of a domain the first has it. */
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

/** Index of the entity that owns a host name or the nearest domain above it; null when nobody does. */
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
