import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../components/button.tsx'
import type { Column } from '../components/column.ts'
import { download } from '../components/export.ts'
import { ExportMenu } from '../components/export-menu.tsx'
import { MenuItem } from '../components/menu.tsx'
import { Section } from '../components/page-header.tsx'
import { Table } from '../components/table.tsx'
import styles from './chart.module.css'
import { type Picture, pngOf, svgOf } from './picture.tsx'

/**
 * A chart with its title and note. The key `t` switches to a table of the same data. The chart can be exported as PNG
 * or SVG, the table as CSV or JSON.
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
  /** States what the chart shows. */
  title: string
  /** Describes how the data was measured. */
  note: string
  /** File name of exports, for example `mention-rate`. */
  name: string
  /** Whether any of the data comes from simulated answers. */
  simulated: boolean
  /** Draws the chart for an image file. */
  picture: Pick<Picture, 'draw' | 'height'>
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Additional controls, placed before the chart's own. */
  actions?: ReactNode
  /** Set for a chart that is a table already, which hides the table button. */
  isTable?: boolean
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
          <ExportMenu name={name} columns={columns} rows={rows} simulated={simulated}>
            <MenuItem onClick={() => save('png')}>Image (PNG)</MenuItem>
            <MenuItem onClick={() => save('svg')}>Image (SVG)</MenuItem>
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
