import type { Prisma } from '../../generated/prisma/client.ts'
import type { MetricsInput } from '../../metrics/metrics-input.ts'
import { countPages, type PageCount } from '../../metrics/source-pages.ts'
import { countDomains, ownerOf } from '../../metrics/source-shares.ts'
import type { SourceRecord } from '../results/sources.ts'

/** A row of `batch_source`. */
export interface SourceRow extends Pick<SourceRecord, 'domain' | 'citations' | 'cited'> {
  /** Answers that cite it. */
  citing: number
  /** Answers that list a page of it without citing that page. */
  retrieving: number
  owners: Pick<SourceRecord, 'owner' | 'competitorId' | 'citations'>[]
}

/** What is stored of the sources of a batch. */
export interface SourceRows {
  sites: SourceRow[]
  /** Rows of `batch_source_url`, in their order. */
  pages: PageCount[]
}

/** The sites and pages among the sources of a batch's answers. */
export function sourceRowsOf({ answers, entities }: MetricsInput): SourceRows {
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

/** Pages that are written by one statement: those of a large batch together would be a parameter of hundreds of megabytes. */
const PAGES_AT_ONCE = 20_000

/** Writes the sources of a batch in place of those there are. */
export async function writeSourceRows(
  db: Prisma.TransactionClient,
  batchId: string,
  { sites, pages }: SourceRows,
): Promise<void> {
  await db.batchSource.deleteMany({ where: { batchId } })
  const json = JSON.stringify(sites)
  await db.$executeRaw`
    INSERT INTO batch_source (batch_id, domain, citations, cited, citing, retrieving, owners)
    SELECT ${batchId}::uuid, domain, citations, cited, citing, retrieving, owners
    FROM json_to_recordset(${json}::json)
      AS rows (domain text, citations int, cited int, citing int, retrieving int, owners jsonb)`
  await db.batchSourceUrl.deleteMany({ where: { batchId } })
  for (let first = 0; first < pages.length; first += PAGES_AT_ONCE) {
    const some = JSON.stringify(
      pages.slice(first, first + PAGES_AT_ONCE).map((page, index) => ({ ...page, number: first + index })),
    )
    await db.$executeRaw`
      INSERT INTO batch_source_url (batch_id, number, domain, url, title, citations, cited)
      SELECT ${batchId}::uuid, number, domain, url, title, sources, cited FROM json_to_recordset(${some}::json)
        AS rows (number int, domain text, url text, title text, sources int, cited int)`
  }
}
