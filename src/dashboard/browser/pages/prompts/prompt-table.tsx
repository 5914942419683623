import { Failed, NothingMatches, Pending } from '../../components/states.tsx'
import { useNarrow } from '../../components/use-narrow.ts'
import { VirtualTable } from '../../components/virtual-table.tsx'
import type { Pages } from '../../graphql/use-pages.ts'
import { shownColumns } from './columns.tsx'
import { useEditing } from './editing.ts'
import type { MeasuredPrompt } from './list/prompt-list.ts'
import { ORDERS, type PromptsSearch } from './list/search.ts'
import { NoPrompts } from './no-prompts.tsx'
import styles from './prompts.module.css'
import { onRowKey } from './row-keys.ts'

/** Row heights in pixels: two lines of text, plus a line with metrics on narrow screens. */
const ROW = { wide: 60, narrow: 80 }

/** The table of prompts, or its loading, error or empty state. */
export function PromptTable({
  list,
  search,
  isEmpty,
  change,
  onAdd,
}: {
  list: Pages<MeasuredPrompt>
  search: PromptsSearch
  /** Whether the project has no prompts at all. */
  isEmpty: boolean
  change: (search: { [Name in keyof PromptsSearch]: PromptsSearch[Name] | undefined }) => void
  onAdd: () => void
}) {
  const { mayWrite, isSelected } = useEditing()
  const narrow = useNarrow()
  const rowHeight = narrow ? ROW.narrow : ROW.wide
  if (!list.ready)
    return <Pending error={list.error} retry={list.retry} height={480} label="Loading prompts" />
  const total = list.total ?? list.nodes.length
  if (total === 0) {
    if (isEmpty) return <NoPrompts onAdd={onAdd} />
    const clear = { q: undefined, tag: undefined, provider: undefined, active: undefined }
    return <NothingMatches what="prompts" clear={() => change(clear)} />
  }
  const trends = list.nodes.some((prompt) => (prompt.trends?.nodes.length ?? 0) > 1)
  const cards = list.nodes.some(({ metrics }) => (metrics?.summary.placementRate.denominator ?? 0) > 0)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key events come from the focused elements inside.
    <div className={styles.tableArea} data-outdated={list.outdated || undefined} onKeyDown={onRowKey}>
      <VirtualTable
        caption="Prompts"
        columns={shownColumns({ mayWrite, narrow, trends, cards })}
        rows={list.nodes}
        rowKey={({ id }) => id}
        rowHeight={rowHeight}
        minWidth={narrow ? 0 : 1_080}
        isSelected={isSelected}
        height={narrow ? `min(${total * rowHeight + 40}px, calc(100dvh - 72px))` : '100%'}
        total={total}
        loadMore={list.hasMore && !list.reading ? list.more : undefined}
        order={search.order ?? ORDERS[0]}
        onOrder={(order) => change({ order: ORDERS.slice(1).find((option) => option === order) })}
      />
      {list.error && <Failed error={list.error} retry={list.retry} />}
    </div>
  )
}
