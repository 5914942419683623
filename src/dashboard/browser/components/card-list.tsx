import styles from './card-list.module.css'
import { type Column, contentOf } from './column.ts'

/** Shows table rows as cards on narrow screens, with a title, actions in the corner and labeled values below. */
export function CardList<Row>({
  caption,
  columns,
  rows,
  rowKey,
}: {
  /** Accessible name of the list. */
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
              .filter((column) => isShown(column, row))
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

/** Missing values are left out, unless the column renders them itself. */
function isShown<Row>({ cell, value }: Column<Row>, row: Row): boolean {
  return cell !== undefined || value?.(row) !== null
}
