import type { ReactNode } from 'react'
import { count } from '../formatting/format.ts'
import type { Pages } from '../graphql/use-pages.ts'
import { Button } from './button.tsx'
import { Pending } from './states.tsx'
import styles from './table.module.css'
import { Table } from './table.tsx'

/** A table of a list that is loaded page by page, or its loading, error or empty state. */
export function PagedTable<Row extends { id: string }>({
  list,
  rows = list.nodes,
  noun,
  plural = `${noun}s`,
  empty,
  ...table
}: Pick<Parameters<typeof Table<Row>>[0], 'caption' | 'columns' | 'cards' | 'order' | 'onOrder'> & {
  list: Pages<Row>
  /** The loaded rows to show, by default all of them. */
  rows?: readonly Row[]
  /** The listed noun in the singular. */
  noun: string
  plural?: string
  /** Shown in place of the table without rows. */
  empty?: ReactNode
}) {
  if (!list.ready) return <Pending error={list.error} retry={list.retry} height={220} />
  return (
    <>
      {rows.length > 0 ? <Table {...table} rows={rows} rowKey={({ id }) => id} /> : empty}
      {list.hasMore && (
        <p className={styles.more}>
          <Button busy={list.reading} onClick={list.more}>
            Show more of {count(list.total ?? 0, noun, plural)}
          </Button>
        </p>
      )}
    </>
  )
}
