import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Column } from './column.ts'
import { DIMENSIONS } from './dimensions.ts'
import { EXPORT_TABLES } from './tables.ts'

const guide = readFileSync('docs/exports.md', 'utf8')

it.each([...Object.values(EXPORT_TABLES), ...DIMENSIONS].map((table) => [table.view, table] as const))(
  'docs/exports.md describes %s and its columns',
  (view, { description, columns }: { description: string; columns: readonly Column[] }) => {
    const [, section = ''] = guide.split(new RegExp(`\n### \`${view}\`.*\n`))
    const [text = ''] = section.split('\n## ')[0]?.split('\n### ') ?? []
    expect(text).toContain(description)
    const rows = (text.match(/^\|.*\|$/gm) ?? []).slice(2).map((row) =>
      row
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
    expect(rows).toEqual(columns.map(({ name, type, description }) => [`\`${name}\``, type, description]))
  },
)
