import { type ReactNode, useRef, useState } from 'react'
import { number } from '../figures/format.ts'
import { Button } from './button.tsx'
import { csvOf, download, type Exported, jsonOf } from './export.ts'
import { Menu, MenuItem } from './menu.tsx'

/** What an export that reads many pages reports to, and is ended by. */
export interface ExportProgress {
  signal: AbortSignal
  report: (rows: number, total: number) => void
}

/**
 * Exports a table as CSV or JSON. While it reads, it says how far it is, and can be cancelled.
 * @param load gives the table; it may have to read further pages
 * @param children further items, such as pictures of a chart
 */
export function ExportMenu<Row>({
  load,
  children,
}: {
  load: (progress: ExportProgress) => Exported<Row> | Promise<Exported<Row>>
  children?: ReactNode
}) {
  const [failed, setFailed] = useState(false)
  const [read, setRead] = useState<{ rows: number; total: number } | null>(null)
  const reading = useRef<AbortController | null>(null)
  const save = async (ending: 'csv' | 'json') => {
    const controller = new AbortController()
    reading.current?.abort()
    reading.current = controller
    setFailed(false)
    try {
      const exported = await load({
        signal: controller.signal,
        report: (rows, total) => setRead({ rows, total }),
      })
      if (controller.signal.aborted) return
      const content =
        ending === 'csv'
          ? new Blob(['\uFEFF', csvOf(exported)], { type: 'text/csv;charset=utf-8' })
          : new Blob([jsonOf(exported)], { type: 'application/json' })
      download(exported, ending, content)
    } catch {
      if (!controller.signal.aborted) setFailed(true)
    }
    setRead(null)
  }
  const cancel = () => {
    reading.current?.abort()
    setRead(null)
  }
  if (read) {
    return (
      <>
        <span role="status">
          {number(read.rows)} of {number(read.total)} read
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
      {failed && <span role="alert">The export failed; try again.</span>}
    </>
  )
}
