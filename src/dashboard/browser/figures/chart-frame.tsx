import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../parts/button.tsx'
import type { Column } from '../parts/column.ts'
import { download } from '../parts/export.ts'
import { ExportMenu } from '../parts/export-menu.tsx'
import { MenuItem } from '../parts/menu.tsx'
import { Section } from '../parts/page-header.tsx'
import { Table } from '../parts/table.tsx'
import styles from './chart.module.css'
import { type Picture, pngOf, svgOf } from './picture.tsx'

/**
 * A chart with its title and note, the table of what it shows, one key away (`t`), and the export of both: the picture as PNG
 * and SVG, the table as CSV and JSON.
 */
export function ChartFrame<Row>({
  title,
  note,
  name,
  simulated,
  picture,
  columns,
  rows,
  rowKey,
  actions,
  isTable = false,
  children,
}: {
  /** What is seen, in words. */
  title: string
  /** How it was measured. */
  note: string
  /** The name of exported files, such as `mention-rate`. */
  name: string
  /** Whether any of it comes from simulated answers. */
  simulated: boolean
  /** How it is drawn for a file. */
  picture: Pick<Picture, 'draw' | 'height'>
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Further controls, before those of the chart. */
  actions?: ReactNode
  /** For a chart that is a table itself: it needs no other one. */
  isTable?: boolean
  /** The chart. */
  children: ReactNode
}) {
  const [asTable, setAsTable] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const pressed = useRef(false)
  useEffect(() => {
    if (!pressed.current) return
    pressed.current = false
    const focusable = body.current?.querySelectorAll<HTMLElement>('[tabindex="0"]') ?? []
    for (const element of focusable) if (element.checkVisibility()) return element.focus()
  })
  const press = (event: KeyboardEvent) => {
    const typing = event.target instanceof Element && event.target.closest('input, select, textarea')
    if (event.key !== 't' || event.ctrlKey || event.metaKey || event.altKey || typing || isTable) return
    event.preventDefault()
    pressed.current = true
    setAsTable(!asTable)
  }
  const drawn = { title, note, simulated, ...picture }
  const save = async (ending: 'png' | 'svg') =>
    download(
      { name, simulated },
      ending,
      ending === 'png' ? await pngOf(drawn) : new Blob([svgOf(drawn)], { type: 'image/svg+xml' }),
    )
  return (
    <Section
      title={title}
      note={note}
      onKeyDown={press}
      actions={
        <div className={styles.tools}>
          {actions}
          {!isTable && (
            <Button onClick={() => setAsTable(!asTable)} aria-keyshortcuts="t">
              {asTable ? 'Chart' : 'Table'}
            </Button>
          )}
          <ExportMenu load={() => ({ name, simulated, columns, rows })}>
            <MenuItem onClick={() => save('png')}>Picture (PNG)</MenuItem>
            <MenuItem onClick={() => save('svg')}>Picture (SVG)</MenuItem>
          </ExportMenu>
        </div>
      }
    >
      <div ref={body}>
        <div className={styles.body} data-hidden={asTable || undefined}>
          {children}
        </div>
        {asTable && (
          <div className={styles.table}>
            <Table caption={title} columns={columns} rows={rows} rowKey={rowKey} />
          </div>
        )}
      </div>
    </Section>
  )
}
