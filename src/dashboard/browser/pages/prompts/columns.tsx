import type { Column } from '../../parts/column.ts'
import { ActiveCell } from './active-cell.tsx'
import { AskedCell } from './asked-cell.tsx'
import { FIGURE_COLUMNS } from './figure-columns.tsx'
import { writeList } from './lists.ts'
import { PromptCard } from './prompt-card.tsx'
import type { MeasuredPrompt } from './prompt-list.ts'
import { RowMenu } from './row-menu.tsx'
import { SelectCell } from './select-cell.tsx'
import { TagsCell } from './tags-cell.tsx'
import { TextCell } from './text-cell.tsx'

const TEXT: Column<MeasuredPrompt> = {
  id: 'text',
  title: 'Prompt',
  value: ({ text }) => text,
  cell: (prompt) => <TextCell prompt={prompt} />,
  orders: ['TEXT_ASC'],
}

const FACTS: readonly Column<MeasuredPrompt>[] = [
  {
    id: 'tags',
    title: 'Tags',
    value: ({ tags }) => writeList(tags.map(({ name }) => name)),
    cell: (prompt) => <TagsCell prompt={prompt} />,
    width: '116px',
  },
  {
    id: 'asked',
    title: 'Asked',
    value: ({ providers, locations }) => `${providers.length} ${locations.join()}`,
    cell: (prompt) => <AskedCell prompt={prompt} />,
    width: '96px',
  },
  {
    id: 'active',
    title: 'Active',
    value: ({ active }) => active,
    cell: (prompt) => <ActiveCell prompt={prompt} />,
    width: '58px',
  },
]

const SELECT: Column<MeasuredPrompt> = {
  id: 'select',
  title: 'Select',
  header: <span className="visually-hidden">Select</span>,
  value: () => null,
  cell: (prompt) => <SelectCell prompt={prompt} />,
  width: '36px',
}

const MORE: Column<MeasuredPrompt> = {
  id: 'more',
  title: 'More',
  header: <span className="visually-hidden">More</span>,
  value: () => null,
  cell: (prompt) => <RowMenu prompt={prompt} />,
  width: '40px',
}

const CARD: Column<MeasuredPrompt> = {
  id: 'prompt',
  title: 'Prompt',
  value: ({ text }) => text,
  cell: (prompt) => <PromptCard prompt={prompt} />,
}

/** The columns of the table, on a narrow screen one for all; those who may not change prompts cannot select them either. */
export function shownColumns({
  mayWrite,
  narrow,
  trends,
}: {
  mayWrite: boolean
  narrow: boolean
  /** Whether there is a prompt with more than one run. */
  trends: boolean
}): Column<MeasuredPrompt>[] {
  const figures = FIGURE_COLUMNS.filter(({ id }) => trends || id !== 'trend')
  const shown = narrow ? [CARD] : [TEXT, ...figures, ...FACTS]
  return [...(mayWrite ? [SELECT] : []), ...shown, MORE]
}

/** The columns of the export, of which the page reads text, tags, locations, providers and active again. */
export const EXPORTED: readonly Column<MeasuredPrompt>[] = [
  TEXT,
  ...FACTS.filter(({ id }) => id === 'tags'),
  { id: 'locations', title: 'Countries', value: ({ locations }) => writeList(locations) },
  {
    id: 'providers',
    title: 'Providers',
    value: ({ providers }) => writeList(providers.map(({ token }) => token)),
  },
  ...FACTS.filter(({ id }) => id === 'active'),
  ...FIGURE_COLUMNS.filter(({ id }) => id !== 'trend'),
  { id: 'runId', title: 'Run', value: ({ metrics }) => metrics?.run?.databaseId ?? null },
  { id: 'promptId', title: 'Id', value: ({ databaseId }) => databaseId },
]
