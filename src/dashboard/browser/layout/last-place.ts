const KEY = 'answergraph:last-project'

/** The project last shown for an organization. */
interface Place {
  organizationId: string
  projectId: string
}

/** Returns the project that this browser showed last, in any or in the given organization; null on the first visit. */
export function lastPlace(organizationId?: string): Place | null {
  return places().find((place) => !organizationId || place.organizationId === organizationId) ?? null
}

/** Remembers the current project as the last one of this browser and of its organization. */
export function rememberPlace(place: Place): void {
  store([place, ...places().filter(({ organizationId }) => organizationId !== place.organizationId)])
}

/** Forgets the project of an organization that is no longer accessible, or all projects, for example on sign-out. */
export function forgetPlace(organizationId?: string): void {
  store(organizationId ? places().filter((place) => place.organizationId !== organizationId) : [])
}

/** Returns the last project of each organization, the most recent first. Stored as one line per organization. */
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
