import styles from './card-list.module.css'
import { type Column, contentOf } from './column.ts'

/** The rows of a table as cards, on narrow screens: what the row is, its actions beside it, and its figures with their names below. */
export function CardList<Row>({
  caption,
  columns,
  rows,
  rowKey,
}: {
  /** For those who cannot see it. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}) {
  const title = columns.find(({ inCard }) => inCard === 'title') ?? columns[0]
  const corner = columns.filter(({ inCard }) => inCard === 'corner')
  const rest = columns.filter((column) => column !== title && !corner.includes(column))
  return (
    <ul className={styles.cards} aria-label={caption}>
      {rows.map((row) => (
        <li key={rowKey(row)}>
          <div className={styles.head}>
            <div className={styles.title}>{title && contentOf(title, row)}</div>
            {corner.map((column) => (
              <div key={column.id}>{contentOf(column, row)}</div>
            ))}
          </div>
          <dl className={styles.facts}>
            {rest
              .filter((column) => isSaid(column, row))
              .map((column) => (
                <div key={column.id}>
                  <dt>{column.header ?? column.title}</dt>
                  <dd>{contentOf(column, row)}</dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

/** A value that is not there is left out, unless the column says what that means. */
function isSaid<Row>({ cell, value }: Column<Row>, row: Row): boolean {
  return cell !== undefined || value(row) !== null
}
