import { type ReactNode, useRef, useState } from 'react'
import { number } from '../formatting/format.ts'
import { Button } from './button.tsx'
import { csvOf, download, type Exported, jsonOf } from './export.ts'
import { Menu, MenuItem } from './menu.tsx'

/** Progress callbacks and cancellation for an export of many pages. */
export interface ExportProgress {
  signal: AbortSignal
  report: (rows: number, total: number) => void
}

/**
 * Exports a table as CSV or JSON. Shows progress while loading and can be canceled.
 * @param children additional items, for example images of a chart
 */
export function ExportMenu<Row>({
  name,
  columns,
  rows,
  simulated = false,
  children,
}: Pick<Exported<Row>, 'name' | 'columns'> & {
  /** All rows, or a function that loads them. */
  rows: readonly Row[] | ((progress: ExportProgress) => Promise<readonly Row[]>)
  /** Whether the data is simulated, or a single row is. */
  simulated?: boolean | ((row: Row) => boolean)
  children?: ReactNode
}) {
  const [failed, setFailed] = useState(false)
  const [loaded, setLoaded] = useState<{ rows: number; total: number } | null>(null)
  const active = useRef<AbortController | null>(null)
  const save = async (ending: 'csv' | 'json') => {
    const controller = new AbortController()
    active.current?.abort()
    active.current = controller
    setFailed(false)
    try {
      const report: ExportProgress['report'] = (rows, total) => setLoaded({ rows, total })
      const all = typeof rows === 'function' ? await rows({ signal: controller.signal, report }) : rows
      if (controller.signal.aborted) return
      const isSimulated = typeof simulated === 'function' ? all.some(simulated) : simulated
      const exported = { name, columns, rows: all, simulated: isSimulated }
      const content =
        ending === 'csv'
          ? new Blob(['\uFEFF', csvOf(exported)], { type: 'text/csv;charset=utf-8' })
          : new Blob([jsonOf(exported)], { type: 'application/json' })
      download(exported, ending, content)
    } catch {
      if (!controller.signal.aborted) setFailed(true)
    }
    setLoaded(null)
  }
  const cancel = () => {
    active.current?.abort()
    setLoaded(null)
  }
  if (loaded) {
    return (
      <>
        <span role="status">
          {number(loaded.rows)} of {number(loaded.total)} loaded
        </span>
        <Button onClick={cancel}>Cancel export</Button>
      </>
    )
  }
  return (
    <>
      <Menu label="Export" arrow>
        {children}
        <MenuItem onClick={() => save('csv')}>CSV</MenuItem>
        <MenuItem onClick={() => save('json')}>JSON</MenuItem>
      </Menu>
      {failed && <span role="alert">Export failed. Try again.</span>}
    </>
  )
}
