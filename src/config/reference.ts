import { type About, aboutOf, VARIABLE_GROUPS } from './about.ts'
import { environmentSchema } from './variables.ts'

/** A variable of the reference. */
export interface Variable extends About {
  name: string
  /** Parsed default; undefined without one. */
  default: unknown
}

/** All variables, in the order of the reference. */
export const VARIABLES: readonly Variable[] = Object.entries(environmentSchema.shape)
  .map(([name, schema]) => ({ name, ...aboutOf(schema), default: schema.safeParse(undefined).data }))
  .sort((a, b) => VARIABLE_GROUPS.indexOf(a.group) - VARIABLE_GROUPS.indexOf(b.group))

/** Value of a variable that a process uses. */
export interface EffectiveVariable {
  name: string
  /** Null if the variable is unset. `set` instead of a secret. */
  value: string | null
  source: 'environment' | 'file' | 'default'
  description: string
}

/** Returns the values that a process uses, without secrets. @param environment of a `Config` */
export function effectiveVariables(
  environment: Readonly<Record<string, string | undefined>>,
): EffectiveVariable[] {
  return VARIABLES.map((variable) => {
    const { name, secret, description } = variable
    const given = environment[name] || null
    const source = given ? (secret && environment[`${name}_FILE`] ? 'file' : 'environment') : 'default'
    const fallback = variable.default === undefined ? null : String(variable.default)
    return { name, value: given ? (secret ? 'set' : given) : fallback, source, description }
  })
}

/** Returns the tables of the reference in Markdown, one for each group. */
export function referenceTables(): string {
  return VARIABLE_GROUPS.map((group) => {
    const rows = VARIABLES.filter((variable) => variable.group === group).map(rowOf)
    return `## ${group}\n\n${toTable([['variable', 'default', 'meaning'], ...rows])}\n`
  }).join('\n')
}

function rowOf(variable: Variable): string[] {
  const { name, secret, description } = variable
  return [`\`${name}\`${secret ? ' \\*' : ''}`, formatDefault(variable), description]
}

function formatDefault({ default: value, unset }: Variable): string {
  if (Array.isArray(value)) return 'empty'
  if (typeof value === 'number') return value >= 100_000 ? value.toLocaleString('en-US') : String(value)
  return typeof value === 'string' ? value : unset
}

/** Returns a Markdown table with aligned columns. */
function toTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}
