import type { Ctx } from '../foundation/context.ts'
import type { PageCheck } from './definition.ts'

interface PageOfProject {
  projectId: string
  url: string
}

/** What is known about a page. */
export interface CheckedPage {
  /** Null if the page was not fetched. */
  check: PageCheck | null
  /** Names of the competitors that the page names. */
  competitors: string[]
}

const NOT_CHECKED: CheckedPage = { check: null, competitors: [] }

/**
 * Returns a function that tells what is known about each of these pages of projects, with one statement for all. The
 * caller has to check that the projects are visible.
 */
export async function findPageChecks(
  { db }: Ctx,
  pages: readonly PageOfProject[],
): Promise<(page: PageOfProject) => CheckedPage> {
  const { rows } = await db.pool.query<
    PageOfProject & { namesBrand: boolean | null; competitors: string[] | null }
  >({
    name: 'checks-of-cited-pages',
    text: `SELECT c.project_id AS "projectId", c.url, c.names_brand AS "namesBrand", c.competitors
           FROM unnest($1::uuid[], $2::text[]) AS p (project_id, url)
           JOIN cited_page c ON c.project_id = p.project_id AND c.url_hash = sha256(convert_to(p.url, 'UTF8'))`,
    values: [pages.map(({ projectId }) => projectId), pages.map(({ url }) => url)],
  })
  const keyOf = ({ projectId, url }: PageOfProject) => `${projectId} ${url}`
  const checks = new Map(
    rows.map(({ namesBrand, competitors, ...page }): [string, CheckedPage] => [
      keyOf(page),
      { check: checkOf(namesBrand), competitors: competitors ?? [] },
    ]),
  )
  return (page) => checks.get(keyOf(page)) ?? NOT_CHECKED
}

function checkOf(namesBrand: boolean | null): PageCheck {
  if (namesBrand === null) return 'not_read'
  return namesBrand ? 'names_brand' : 'omits_brand'
}
