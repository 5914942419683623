import type { Prisma } from '../../generated/prisma/client.ts'
import type { MetricsInput } from '../../metrics/metrics-input.ts'
import { countDomains, ownerOf } from '../../metrics/source-shares.ts'
import type { SourceRecord } from '../results/sources.ts'

/** A row of `batch_source`. */
export interface SourceRow extends Pick<SourceRecord, 'domain' | 'citations' | 'cited'> {
  /** Answers that cite it. */
  citing: number
  owners: Pick<SourceRecord, 'owner' | 'competitorId' | 'citations'>[]
}

/** The domains among the sources of a batch's answers. */
export function sourceRowsOf({ answers, entities }: MetricsInput): SourceRow[] {
  return countDomains(answers).map(({ domain, sources, cited, citing, owners }) => ({
    domain,
    citations: sources,
    cited,
    citing,
    owners: owners.map(({ entity, sources: citations }) => ({
      owner: ownerOf(entity),
      competitorId: entity === null || entity === 0 ? null : (entities[entity]?.id ?? null),
      citations,
    })),
  }))
}

/** Writes the sources of a batch in one statement, in place of those there are. */
export async function writeSourceRows(
  db: Prisma.TransactionClient,
  batchId: string,
  rows: readonly SourceRow[],
): Promise<void> {
  await db.batchSource.deleteMany({ where: { batchId } })
  const json = JSON.stringify(rows)
  await db.$executeRaw`
    INSERT INTO batch_source (batch_id, domain, citations, cited, citing, owners)
    SELECT ${batchId}::uuid, domain, citations, cited, citing, owners
    FROM json_to_recordset(${json}::json) AS rows (domain text, citations int, cited int, citing int, owners jsonb)`
}
