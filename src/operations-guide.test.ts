import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const page = readFileSync('docs/operations.md', 'utf8')

/** Returns the rows of the table below a heading as lists of cells. */
function rowsBelow(heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const rows = section.split('\n## ', 1)[0]?.match(/^\|.*\|$/gm) ?? []
  return rows.slice(2).map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^generated/.test(file))
  .map((file) => readFileSync(`src/${file}`, 'utf8'))
  .join('\n')

it.each(['What to watch', 'When something does not work'])(
  'the messages in the first column of "%s" in docs/operations.md exist in the source code',
  (heading) => {
    const cells = rowsBelow(heading).map(([cell = '']) => cell)
    const messages = cells.flatMap((cell) => /^`([^`]+ [^`]+)`/.exec(cell)?.[1] ?? [])
    expect(messages.length).toBeGreaterThan(10)
    // `…` stands for the variable parts of a message.
    const parts = messages.flatMap((message) => message.split('…')).map((part) => part.trim())
    expect(parts.filter((part) => !source.includes(part.replace(/[.:;]$/, '')))).toEqual([])
  },
)

it('docs/operations.md says for every table how long its rows are kept', () => {
  const listed = rowsBelow('How long data is kept').flatMap(
    ([tables = '']) => tables.match(/[a-z_.*]+(?=`)/g) ?? [],
  )
  const schema = readFileSync('prisma/schema.prisma', 'utf8')
  const tables = [...schema.matchAll(/@@map\("(\w+)"\)/g)].map(([, table]) => table)
  expect(listed.toSorted()).toEqual([...tables, 'bullmq.*'].toSorted())
})
