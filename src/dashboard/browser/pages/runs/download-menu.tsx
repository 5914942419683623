import { Menu } from '../../components/menu.tsx'
import { useProject } from '../../layout/project-frame.tsx'
import { useViewer } from '../../layout/viewer.ts'
import styles from './download-menu.module.css'

const TABLES = {
  answers: 'Answers',
  mentions: 'Mentions',
  sources: 'Sources',
  metrics: 'Metrics',
  corrections: 'Corrections',
} as const
const FORMATS = { csv: 'CSV', jsonl: 'JSON Lines', parquet: 'Parquet' } as const

/** Links that download the tables for analysts, of a run or of all ended runs of the project. */
export function DownloadMenu({ runId }: { runId?: string }) {
  const { databaseId: projectId } = useProject()
  const { organization } = useViewer()
  const href = (table: string, format: string) => {
    const query = { organizationId: organization.databaseId, projectId, format, ...(runId && { runId }) }
    return `/exports/${table}?${new URLSearchParams(query)}`
  }
  return (
    <Menu label="Download" arrow>
      <table className={styles.files}>
        <tbody>
          {Object.entries(TABLES).map(([table, title]) => (
            <tr key={table}>
              <th scope="row">{title}</th>
              {Object.entries(FORMATS).map(([format, name]) => (
                <td key={format}>
                  <a href={href(table, format)} download aria-label={`${title} as ${name}`}>
                    {name}
                  </a>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Menu>
  )
}
