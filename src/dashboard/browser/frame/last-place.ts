const KEY = 'answergraph:last-project'

/** Where the visitor was. */
interface Place {
  organizationId: string
  projectId: string
}

/** The project that this browser has shown last, of the organization if one is given; null for the first visit. */
export function lastPlace(organizationId?: string): Place | null {
  return places().find((place) => !organizationId || place.organizationId === organizationId) ?? null
}

/** Remembers the project that is shown as the last one, and as the last one of its organization. */
export function rememberPlace(place: Place): void {
  store([place, ...places().filter(({ organizationId }) => organizationId !== place.organizationId)])
}

/** Forgets the project of an organization that is gone, or all of them, as at signing out. */
export function forgetPlace(organizationId?: string): void {
  store(organizationId ? places().filter((place) => place.organizationId !== organizationId) : [])
}

/** The last project of each organization, the newest first: a line each. */
function places(): Place[] {
  return (localStorage.getItem(KEY) ?? '').split('\n').flatMap((line) => {
    const [organizationId, projectId] = line.split(' ')
    return organizationId && projectId ? [{ organizationId, projectId }] : []
  })
}

function store(kept: readonly Place[]): void {
  const lines = kept.map(({ organizationId, projectId }) => `${organizationId} ${projectId}`)
  if (lines.length === 0) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, lines.join('\n'))
}
