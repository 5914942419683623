import type pg from 'pg'

/** A project to copy. */
export interface Template {
  organizationId: string
  projectId: string
  batchIds: string[]
  competitorIds: string[]
}

/** Tables to copy, and the condition for the rows of a template: $1 organization, $2 project, $3 batches. */
const TABLES: Record<string, string> = {
  organization: 'id = $1',
  project: 'id = $2',
  competitor: 'project_id = $2',
  tag: 'project_id = $2',
  prompt: 'project_id = $2',
  prompt_tag: 'prompt_id IN (SELECT id FROM prompt WHERE project_id = $2)',
  batch: 'id = ANY ($3)',
  batch_prompt: 'batch_id = ANY ($3)',
  result: 'batch_id = ANY ($3)',
  artifact: 'result_id IN (SELECT id FROM result WHERE batch_id = ANY ($3))',
  answer: 'result_id IN (SELECT id FROM result WHERE batch_id = ANY ($3))',
  batch_metric: 'batch_id = ANY ($3)',
  prompt_metric: 'batch_id = ANY ($3)',
  batch_source: 'batch_id = ANY ($3)',
  batch_source_url: 'batch_id = ANY ($3)',
  measured_answers: 'batch_id = ANY ($3)',
  batch_discovery: 'batch_id = ANY ($3)',
  batch_discovered_brand: 'batch_id = ANY ($3)',
}

/** Columns that contain ids of competitors or runs within a text or JSON. */
const WITH_IDS = new Set([
  'batch.snapshot',
  'batch.summary',
  'result.first_observation',
  'batch_metric.entity',
  'batch_metric.metrics',
  'prompt_metric.metrics',
  'batch_source.owners',
])

/** Copies all rows of a project in one transaction. All ids are new; their times stay the same. */
export async function copyProject(client: pg.PoolClient, template: Template, number: number): Promise<void> {
  const { organizationId, projectId, batchIds, competitorIds } = template
  await client.query('BEGIN')
  for (const [table, condition] of Object.entries(TABLES)) {
    const columns = await columnsOf(client, table)
    const values = columns.map(({ name, type }) => {
      if (type === 'uuid') return newIdOf(`s.${name}`, number)
      if (!WITH_IDS.has(`${table}.${name}`)) return `s.${name}`
      const replaced = [...competitorIds, ...batchIds].reduce(
        (value, id) => `replace(${value}, '${id}', '${copiedId(id, number)}')`,
        `s.${name}::text`,
      )
      return `${replaced}::${type}`
    })
    await client.query(
      `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')})
       SELECT ${values.join(', ')} FROM ${table} s
       WHERE ${condition} AND $1::uuid IS NOT NULL AND $2::uuid IS NOT NULL AND $3::uuid[] IS NOT NULL`,
      [organizationId, projectId, batchIds],
    )
  }
  await client.query('COMMIT')
}

const columnCache = new Map<string, { name: string; type: string }[]>()

async function columnsOf(client: pg.PoolClient, table: string): Promise<{ name: string; type: string }[]> {
  const cached = columnCache.get(table)
  if (cached) return cached
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  )
  columnCache.set(table, rows)
  return rows
}

/**
 * SQL for the id of a copied row: the last 6 digits are the number of the copy, so the copies keep their order. The
 * version is 8 (custom), so that it differs from all original ids, which have version 7.
 */
function newIdOf(id: string, number: number): string {
  return `(left(${id}::text, 14) || '8' || substr(${id}::text, 16, 15) || '${lastDigits(number)}')::uuid`
}

/** The same as {@link newIdOf}, for a known id. */
function copiedId(id: string, number: number): string {
  return `${id.slice(0, 14)}8${id.slice(15, 30)}${lastDigits(number)}`
}

function lastDigits(number: number): string {
  return number.toString(16).padStart(6, '0')
}
