import { useClient } from 'urql'
import { ExportMenu } from '../../components/export-menu.tsx'
import { type ResultVariables, readForExport } from '../list/read-results.ts'
import { ANSWER_COLUMNS, type ExportedAnswer } from '../model/answer-columns.ts'
import type { AnswerSource } from '../model/source.ts'

/** Exports all answers that match the filters, page by page. */
export function ExportAnswers({
  source,
  variables,
  name,
}: {
  source: AnswerSource
  variables: ResultVariables
  /** File name without the extension. */
  name: string
}) {
  const client = useClient()
  return (
    <ExportMenu
      name={name}
      columns={ANSWER_COLUMNS}
      simulated={({ simulated }) => simulated}
      rows={async ({ signal, report }) => {
        const rows: ExportedAnswer[] = []
        let after: string | null = null
        let total = 0
        do {
          const page = await readForExport(client, { source, variables, after, isFresh: true })
          rows.push(...page.rows)
          after = page.next
          total = page.total ?? total
          if (after !== null) report(rows.length, total)
        } while (after !== null && !signal.aborted)
        return rows
      }}
    />
  )
}
