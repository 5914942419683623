import type { Prisma } from '../../generated/prisma/client.ts'
import type { InputWithPages } from '../../metrics/metrics-input.ts'
import { countPages, type PageCount } from '../../metrics/source-pages.ts'
import { countDomains, ownerOf } from '../../metrics/source-shares.ts'
import type { SourceRecord } from '../sources/definition.ts'

/** A row of `batch_source`. */
export interface SourceRow extends Pick<SourceRecord, 'domain' | 'citations' | 'cited'> {
  /** Number of answers that cite the domain. */
  citing: number
  /** Number of answers that list a page of the domain without citing that page. */
  retrieving: number
  owners: Pick<SourceRecord, 'owner' | 'competitorId' | 'citations'>[]
}

/** Stored sources of a batch. */
export interface SourceRows {
  sites: SourceRow[]
  /** Rows of `batch_source_url`, in order. */
  pages: PageCount[]
}

/** Counts the sites and pages among the sources of a batch's answers. */
export function sourceRowsOf({ answers, entities }: InputWithPages): SourceRows {
  const sites = countDomains(answers).map(({ domain, sources, cited, citing, retrieving, owners }) => ({
    domain,
    citations: sources,
    cited,
    citing,
    retrieving,
    owners: owners.map(({ entity, sources: citations }) => ({
      owner: ownerOf(entity),
      competitorId: entity === null || entity === 0 ? null : (entities[entity]?.id ?? null),
      citations,
    })),
  }))
  return { sites, pages: countPages(answers) }
}

/** Pages written per statement. All pages of a large batch would be a parameter of hundreds of megabytes. */
const PAGES_PER_STATEMENT = 20_000

/** Replaces the sources of a batch. */
export async function writeSourceRows(
  db: Prisma.TransactionClient,
  batchId: string,
  { sites, pages }: SourceRows,
): Promise<void> {
  await db.batchSource.deleteMany({ where: { batchId } })
  const sitesJson = JSON.stringify(sites)
  await db.$executeRaw`
    INSERT INTO batch_source (batch_id, domain, citations, cited, citing, retrieving, owners)
    SELECT ${batchId}::uuid, domain, citations, cited, citing, retrieving, owners
    FROM json_to_recordset(${sitesJson}::json)
      AS rows (domain text, citations int, cited int, citing int, retrieving int, owners jsonb)`
  await db.batchSourceUrl.deleteMany({ where: { batchId } })
  for (let first = 0; first < pages.length; first += PAGES_PER_STATEMENT) {
    const pagesJson = JSON.stringify(
      pages
        .slice(first, first + PAGES_PER_STATEMENT)
        .map((page, index) => ({ ...page, number: first + index })),
    )
    await db.$executeRaw`
      INSERT INTO batch_source_url (batch_id, number, domain, url, title, citations, cited)
      SELECT ${batchId}::uuid, number, domain, url, title, sources, cited FROM json_to_recordset(${pagesJson}::json)
        AS rows (number int, domain text, url text, title text, sources int, cited int)`
  }
}
