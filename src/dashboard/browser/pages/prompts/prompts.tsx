import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SimulatedNotice } from '../../components/simulated-notice.tsx'
import { count } from '../../formatting/format.ts'
import { usePages } from '../../graphql/use-pages.ts'
import { useProject } from '../../layout/project-frame.tsx'
import { useMay, useViewer } from '../../layout/viewer.ts'
import { AddDialog } from './add/add-dialog.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { EXPORTED } from './columns.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { type Editing, EditingContext } from './editing.ts'
import { usePromptFacts } from './facts.ts'
import { Filters } from './filters.tsx'
import { Lead } from './lead.tsx'
import { promptList } from './list/prompt-list.ts'
import type { PromptsSearch } from './list/search.ts'
import { NoticeBar } from './notice-bar.tsx'
import { PromptTable } from './prompt-table.tsx'
import styles from './prompts.module.css'
import { useSelection } from './selection.ts'
import { SuggestionsDialog } from './suggestions-dialog.tsx'
import { usePromptWork } from './work.ts'

const ROUTE = '/organizations/$organizationId/projects/$projectId/prompts'

/** The prompts of a project with their metrics. */
export function Prompts() {
  const project = useProject()
  const mayWrite = useMay('PROMPTS_WRITE')
  const { organization } = useViewer()
  const search = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: ROUTE })
  const facts = usePromptFacts(project.databaseId)
  const list = usePages(promptList(project.databaseId, search))
  const selection = useSelection(list.nodes)
  const work = usePromptWork(project.databaseId)
  const [adding, setAdding] = useState(false)
  const [suggesting, setSuggesting] = useState(false)
  const [drafts] = useState(() => new Map<string, string>())
  const [deleting, setDeleting] = useState<Parameters<Editing['askToDelete']>[0]>([])
  const change = useCallback(
    (changed: { [Name in keyof PromptsSearch]: PromptsSearch[Name] | undefined }) =>
      void navigate({ search: (before) => ({ ...before, ...changed }), replace: true }),
    [navigate],
  )
  const editing: Editing = {
    mayWrite,
    tags: facts.tags,
    providers: facts.providers,
    change: work.changeOne,
    askToDelete: setDeleting,
    drafts,
    isSelected: selection.has,
    select: selection.set,
  }
  const simulated = project.latestRun?.simulated === true
  const limit = organization.limits.promptsPerProject
  return (
    <EditingContext value={editing}>
      <div data-width="full" className={styles.page}>
        <PageHeader
          title="Prompts"
          lead={<Lead first={list.nodes[0]} order={search.order} prompts={facts.prompts} limit={limit} />}
          filters={<Filters search={search} tags={facts.tags} providers={facts.providers} change={change} />}
        >
          <ExportMenu name="prompts" columns={EXPORTED} rows={list.all} simulated={simulated} />
          {mayWrite && <Button onClick={() => setSuggesting(true)}>Suggestions</Button>}
          <Button
            kind="primary"
            disabled={!mayWrite}
            title={mayWrite ? undefined : 'Your role does not allow you to change prompts.'}
            onClick={() => setAdding(true)}
          >
            Add prompts
          </Button>
        </PageHeader>
        {simulated && <SimulatedNotice />}
        <PromptTable
          list={list}
          search={search}
          isEmpty={facts.prompts === 0}
          change={change}
          onAdd={() => setAdding(true)}
        />
        <div className={styles.bars}>
          <NoticeBar notice={work.notice} close={work.closeNotice} />
          <BulkBar
            selected={selection.prompts}
            total={list.total ?? 0}
            busy={work.progress}
            tags={facts.tags}
            onTags={(tags) => work.changeTags(selection.prompts, tags)}
            onActive={(active) => work.setActive(selection.prompts, active)}
            onDelete={() => setDeleting(selection.prompts)}
            onSelectAll={() => work.run(async () => selection.replace(await list.all()))}
            onClear={() => selection.replace([])}
          />
        </div>
        {deleting.length > 0 && (
          <DeleteDialog
            prompts={deleting}
            onClose={() => setDeleting([])}
            onDelete={async () => {
              const gone = new Set(deleting.map(({ id }) => id))
              const problem = await work.remove(deleting)
              if (!problem) selection.replace(selection.prompts.filter(({ id }) => !gone.has(id)))
              return problem
            }}
          />
        )}
        {suggesting && (
          <SuggestionsDialog projectId={project.databaseId} onClose={() => setSuggesting(false)} />
        )}
        {adding && (
          <AddDialog
            projectId={project.databaseId}
            providers={facts.providers}
            limit={limit}
            onClose={() => setAdding(false)}
            onAdded={(added) => work.notify(`${count(added, 'prompt was', 'prompts were')} added.`)}
          />
        )}
      </div>
    </EditingContext>
  )
}
