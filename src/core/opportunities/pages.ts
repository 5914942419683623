import type { Ctx } from '../foundation/context.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'
import type { CitedPage } from './foundation/definition.ts'

/** A page as stored with an opportunity. Whether it names the brand is stored in `cited_page`. */
export type StoredPage = Pick<CitedPage, 'url' | 'title' | 'answers'>

/** Maximum number of pages listed per opportunity. */
const MAX_PAGES = 10

/** Returns the most cited pages of sites in the answers of a run, by domain. */
export function findPagesOfSites(
  ctx: Ctx,
  runId: string,
  domains: string[],
): Promise<Map<string, StoredPage[]>> {
  return findPages(
    ctx,
    'opportunity-pages',
    'SELECT domain AS key, url, title, cited AS answers FROM batch_source_url WHERE batch_id = $1 AND domain = ANY($2::text[])',
    [runId, domains],
  )
}

/** Returns the third-party pages that the answers without the brand cite most often, by the text of their prompt. */
export function findPagesOfPrompts(
  ctx: Ctx,
  runId: string,
  prompts: string[],
): Promise<Map<string, StoredPage[]>> {
  return findPages(
    ctx,
    'opportunity-prompt-pages',
    // jsonb_to_record decompresses each observation only once.
    `SELECT p.text AS key, c->>'url' AS url, max(c->>'title') AS title, count(DISTINCT r.id)::int AS answers
     FROM batch_prompt p JOIN ${RESULT_AS_SHOWN} r ON r.batch_id = p.batch_id AND r.prompt_ordinal = p.ordinal
       CROSS JOIN jsonb_to_record(r.observation) AS o (brand jsonb, competitors jsonb, citations jsonb)
       CROSS JOIN jsonb_array_elements(o.citations) c
     WHERE p.batch_id = $1 AND p.text = ANY($2::text[]) AND r.status = 'ok'
       AND NOT (o.brand->>'mentioned')::boolean AND o.competitors @> '[{"mentioned": true}]'
       AND c->>'kind' = 'cited' AND c->>'owner' = 'third_party'
     GROUP BY 1, 2`,
    [runId, prompts],
  )
}

async function findPages(
  { db }: Ctx,
  name: string,
  pages: string,
  values: unknown[],
): Promise<Map<string, StoredPage[]>> {
  const { rows } = await db.pool.query<{ key: string; pages: StoredPage[] }>({
    name,
    text: `SELECT key, json_agg(json_build_object('url', url, 'title', title, 'answers', answers)
             ORDER BY answers DESC, url COLLATE "C") AS pages
           FROM (SELECT *, row_number() OVER (PARTITION BY key ORDER BY answers DESC, url COLLATE "C") AS place
             FROM (${pages}) u WHERE answers > 0) u
           WHERE place <= ${MAX_PAGES} GROUP BY key`,
    values,
  })
  return new Map(rows.map(({ key, pages }) => [key, pages]))
}
