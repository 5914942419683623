import type { Column } from '../../components/column.ts'
import { ActiveCell } from './active-cell.tsx'
import { AskedCell } from './asked-cell.tsx'
import { METRIC_COLUMNS } from './figure-columns.tsx'
import { writeList } from './list/lists.ts'
import type { MeasuredPrompt } from './list/prompt-list.ts'
import { PromptCard } from './prompt-card.tsx'
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
    title: 'Sent to',
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
  cell: (prompt) => <SelectCell prompt={prompt} />,
  width: '36px',
}

const MORE: Column<MeasuredPrompt> = {
  id: 'more',
  title: 'More',
  header: <span className="visually-hidden">More</span>,
  cell: (prompt) => <RowMenu prompt={prompt} />,
  width: '40px',
}

const CARD: Column<MeasuredPrompt> = {
  id: 'prompt',
  title: 'Prompt',
  cell: (prompt) => <PromptCard prompt={prompt} />,
}

/**
 * Returns the columns of the table; on narrow screens a single one. The check boxes are only shown to members who may
 * change prompts.
 */
export function shownColumns({
  mayWrite,
  narrow,
  trends,
  cards,
}: {
  mayWrite: boolean
  narrow: boolean
  /** Whether any prompt has more than one run. */
  trends: boolean
  /** Whether any answer to a prompt had cards next to it. */
  cards: boolean
}): Column<MeasuredPrompt>[] {
  const hidden = [...(trends ? [] : ['trend']), ...(cards ? [] : ['placementRate'])]
  const figures = METRIC_COLUMNS.filter(({ id }) => !hidden.includes(id))
  const shown = narrow ? [CARD] : [TEXT, ...figures, ...FACTS]
  return [...(mayWrite ? [SELECT] : []), ...shown, MORE]
}

/** Columns of the export. The import reads text, tags, locations, providers and active back in. */
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
  ...METRIC_COLUMNS,
  { id: 'runId', title: 'Run', value: ({ metrics }) => metrics?.run?.databaseId ?? null },
  { id: 'promptId', title: 'ID', value: ({ databaseId }) => databaseId },
]
