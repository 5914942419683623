import type { Pages } from '../../graphql/use-pages.ts'
import { Failed, NothingMatches, Skeleton } from '../../parts/states.tsx'
import { useNarrow } from '../../parts/use-narrow.ts'
import { VirtualTable } from '../../parts/virtual-table.tsx'
import { shownColumns } from './columns.tsx'
import { useEditing } from './editing.ts'
import { NoPrompts } from './no-prompts.tsx'
import type { MeasuredPrompt } from './prompt-list.ts'
import styles from './prompts.module.css'
import { onRowKey } from './row-keys.ts'
import { ORDERS, type PromptsSearch } from './search.ts'

/** Of one row, in pixels: two lines of text; on a narrow screen a third one with its figures. */
const ROW = { wide: 60, narrow: 80 }

/** The table of prompts in each of its states. */
export function PromptTable({
  list,
  search,
  isEmpty,
  change,
  onAdd,
}: {
  list: Pages<MeasuredPrompt>
  search: PromptsSearch
  /** Whether the project has no prompt at all. */
  isEmpty: boolean
  change: (search: { [Name in keyof PromptsSearch]: PromptsSearch[Name] | undefined }) => void
  onAdd: () => void
}) {
  const { mayWrite, isSelected } = useEditing()
  const narrow = useNarrow()
  const rowHeight = narrow ? ROW.narrow : ROW.wide
  if (list.error && !list.ready) return <Failed error={list.error} retry={list.retry} />
  if (!list.ready) return <Skeleton height={480} label="Loading prompts" />
  const total = list.total ?? list.nodes.length
  if (total === 0) {
    if (isEmpty) return <NoPrompts onAdd={onAdd} />
    const clear = { q: undefined, tag: undefined, provider: undefined, active: undefined }
    return <NothingMatches what="prompts" clear={() => change(clear)} />
  }
  const trends = list.nodes.some((prompt) => (prompt.trends?.nodes.length ?? 0) > 1)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys go to what has the focus inside.
    <div className={styles.tableArea} data-outdated={list.outdated || undefined} onKeyDown={onRowKey}>
      <VirtualTable
        caption="Prompts"
        columns={shownColumns({ mayWrite, narrow, trends })}
        rows={list.nodes}
        rowKey={({ id }) => id}
        rowHeight={rowHeight}
        minWidth={narrow ? 0 : 1_080}
        isSelected={isSelected}
        height={narrow ? `min(${total * rowHeight + 40}px, calc(100dvh - 72px))` : '100%'}
        total={total}
        loadMore={list.hasMore && !list.reading ? list.more : undefined}
        order={search.order ?? ORDERS[0]}
        onOrder={(order) => change({ order: ORDERS.slice(1).find((one) => one === order) })}
      />
      {list.error && <Failed error={list.error} retry={list.retry} />}
    </div>
  )
}
