import type { AnswerRow } from '../model/row.ts'

/** The answers of one provider to one prompt, in all locations and repetitions. */
export interface Cell {
  /** Answers with a text, and how many of them mention the brand. */
  answers: number
  named: number
  /** Competitors that the answers mention, the most frequent first. */
  others: { name: string; answers: number }[]
  /** Status of the first result, for a cell without answers. */
  status: AnswerRow['status']
}

/** A prompt with its cells by provider token. */
export interface PromptRow {
  /** Null for prompts of an analysis, which have no id. */
  promptId: string | null
  text: string
  cells: ReadonlyMap<string, Cell>
}

/** Groups results by prompt, in their order, and by provider. */
export function promptRowsOf(results: readonly AnswerRow[]): PromptRow[] {
  return [...groupedBy(results, ({ promptId, promptText }) => promptId ?? promptText).values()].map(
    (group) => ({
      promptId: group[0]?.promptId ?? null,
      text: group[0]?.promptText ?? '',
      cells: new Map(
        [...groupedBy(group, ({ provider }) => provider.token)].map(([token, some]) => [token, cellOf(some)]),
      ),
    }),
  )
}

function groupedBy(
  results: readonly AnswerRow[],
  keyOf: (result: AnswerRow) => string,
): Map<string, AnswerRow[]> {
  const groups = new Map<string, AnswerRow[]>()
  for (const result of results) {
    const group = groups.get(keyOf(result))
    if (group) group.push(result)
    else groups.set(keyOf(result), [result])
  }
  return groups
}

function cellOf(results: readonly AnswerRow[]): Cell {
  const answered = results.filter(({ status }) => status === 'OK')
  const counts = new Map<string, number>()
  for (const { competitors } of answered) {
    for (const { name, mentioned } of competitors ?? [])
      if (mentioned) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return {
    answers: answered.length,
    named: answered.filter(({ brand }) => brand?.mentioned).length,
    others: [...counts]
      .map(([name, answers]) => ({ name, answers }))
      .toSorted((a, b) => b.answers - a.answers),
    status: results[0]?.status ?? 'FAILED',
  }
}
