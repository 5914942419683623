import { useClient } from 'urql'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { type ResultVariables, readForExport } from '../list/read-results.ts'
import type { AnswerSource } from '../source.ts'
import { ANSWER_COLUMNS, type ExportedAnswer } from './answer-columns.ts'

/** Exports all answers that meet the filters, page by page. */
export function ExportAnswers({
  source,
  variables,
  name,
}: {
  source: AnswerSource
  variables: ResultVariables
  /** Of the file. */
  name: string
}) {
  const client = useClient()
  return (
    <ExportMenu
      load={async ({ signal, report }) => {
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
        return { name, columns: ANSWER_COLUMNS, rows, simulated: rows.some(({ simulated }) => simulated) }
      }}
    />
  )
}
