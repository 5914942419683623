import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useQuery } from 'urql'
import { useProject } from '../../frame/project-frame.tsx'
import { useMay, useViewer } from '../../frame/viewer.ts'
import { graphql } from '../../graphql/graphql.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { Failed, Skeleton } from '../../parts/states.tsx'
import { REREADING } from '../../progress/rereading.tsx'
import { BRAND, BrandForm } from './brand-form.tsx'
import { COMPETITORS, CompetitorsForm } from './competitors-form.tsx'
import { PROPOSALS, Proposals } from './proposals.tsx'
import { DEFAULT_PROVIDERS, ProvidersForm } from './providers-form.tsx'
import { ReadAgain } from './read-again.tsx'
import { SCHEDULE, ScheduleForm } from './schedule-form.tsx'
import type { SETTINGS_PARTS } from './search.ts'
import styles from './settings.module.css'

const SETTINGS = graphql(
  `
    query Settings($projectId: ID!) {
      project(id: $projectId) {
        id
        ...BrandSettings
        ...CompetitorSettings
        ...ScheduleSettings
        ...DefaultProviders
        ...SetupProposals
        ...Rereading
      }
      providers {
        id
        token
        label
        state
        simulated
        model
        driver
        surface
        reason
        unavailableReason
        circuit
        openUntil
        locations
        routes {
          driver
          surface
          used
          reason
        }
      }
    }
  `,
  [BRAND, COMPETITORS, SCHEDULE, DEFAULT_PROVIDERS, PROPOSALS, REREADING],
)

type Part = (typeof SETTINGS_PARTS)[number]

const TITLES: Record<Part, string> = {
  brand: 'Brand',
  competitors: 'Competitors',
  schedule: 'Schedule',
  providers: 'Providers',
  proposals: 'Proposals',
}

/** What is measured? */
export function Settings() {
  const { databaseId: projectId } = useProject()
  const { organization } = useViewer()
  const { part = 'brand' } = useSearch({
    from: '/organizations/$organizationId/projects/$projectId/settings',
  })
  const [{ data, error }, retry] = useQuery({ query: SETTINGS, variables: { projectId } })
  const mayUpdate = useMay('PROJECT_UPDATE')
  const mayWrite = useMay('SETTINGS_WRITE')
  const project = data?.project
  const open = project?.proposals?.totalCount ?? 0
  // Everything that is written here is allowed to a member; a role that may not is told once, above the forms.
  const tabs = useRef<HTMLElement>(null)
  // On narrow screens the parts scroll: the present one is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the present part is another one with each `part`.
  useEffect(() => {
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [part])
  const isReadOnly = !mayUpdate || !mayWrite
  return (
    <>
      <PageHeader
        title="Settings"
        lead={isReadOnly && 'Your role may read these settings, and not change them.'}
      />
      <nav ref={tabs} className={`${styles.tabs} scroll-hint`} aria-label="Parts of the settings">
        {Object.entries(TITLES).map(([name, title]) => (
          <Link
            key={name}
            to="/organizations/$organizationId/projects/$projectId/settings"
            params={{ organizationId: organization.databaseId, projectId }}
            search={name === 'brand' ? {} : { part: name as Part }}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {title}
            {name === 'proposals' && open > 0 && <small>{open}</small>}
          </Link>
        ))}
      </nav>
      {error && !project && <Failed error={error} retry={() => retry({ requestPolicy: 'network-only' })} />}
      {!error && !project && <Skeleton height={420} />}
      {project && (
        <fieldset className={styles.part} disabled={isReadOnly}>
          <legend className="visually-hidden">{TITLES[part]}</legend>
          {part === 'brand' && <BrandForm key={project.id} settings={project} />}
          {part === 'competitors' && <CompetitorsForm key={project.id} settings={project} />}
          {part === 'schedule' && <ScheduleForm settings={project} />}
          {part === 'providers' && <ProvidersForm settings={project} providers={data.providers} />}
          {part === 'proposals' && <Proposals settings={project} />}
          {(part === 'brand' || part === 'competitors') && <ReadAgain settings={project} />}
        </fieldset>
      )}
    </>
  )
}
