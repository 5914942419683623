import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useQuery } from 'urql'
import { PageHeader } from '../../components/page-header.tsx'
import { Pending } from '../../components/states.tsx'
import tabStyles from '../../components/tabs.module.css'
import { graphql } from '../../graphql/graphql.ts'
import { useProject } from '../../layout/project-frame.tsx'
import { useMay, useViewer } from '../../layout/viewer.ts'
import { REEXTRACTION } from '../../progress/reextraction-progress.tsx'
import { ALERT_RULES, AlertRules } from './alert-rules.tsx'
import { BRAND, BrandForm } from './brand-form.tsx'
import { COMPETITORS, CompetitorsForm } from './competitors-form.tsx'
import { PROPOSALS, Proposals } from './proposals.tsx'
import { DEFAULT_PROVIDERS, ProvidersForm } from './providers-form.tsx'
import { ReadAgain } from './read-again.tsx'
import { REPORTS, Reports } from './reports.tsx'
import { SCHEDULE, ScheduleForm } from './schedule-form.tsx'
import type { SETTINGS_PARTS } from './search.ts'
import styles from './settings.module.css'
import { WEBHOOKS, Webhooks } from './webhooks.tsx'

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
        ...AlertRules
        ...ProjectWebhooks
        ...ProjectReports
        ...Reextraction
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
  [BRAND, COMPETITORS, SCHEDULE, DEFAULT_PROVIDERS, PROPOSALS, ALERT_RULES, WEBHOOKS, REPORTS, REEXTRACTION],
)

type Part = (typeof SETTINGS_PARTS)[number]

const TITLES: Record<Part, string> = {
  brand: 'Brand',
  competitors: 'Competitors',
  schedule: 'Schedule',
  providers: 'Providers',
  alerts: 'Alerts',
  reports: 'Reports',
  webhooks: 'Webhooks',
  proposals: 'Suggestions',
}

/** The settings of a project. */
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
  // Members may change everything here. For a role without permission, one note above the forms explains it.
  const tabs = useRef<HTMLElement>(null)
  // On narrow screens the tabs scroll, so the current one is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each `part` has a different current tab.
  useEffect(() => {
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [part])
  const isReadOnly = !mayUpdate || !mayWrite
  return (
    <>
      <PageHeader
        title="Settings"
        lead={isReadOnly && 'Your role can view these settings but not change them.'}
      />
      <nav ref={tabs} className={`${tabStyles.tabs} scroll-hint`} aria-label="Settings sections">
        {Object.entries(TITLES).map(([name, title]) => (
          <Link
            key={name}
            to="/organizations/$organizationId/projects/$projectId/settings"
            params={{ organizationId: organization.databaseId, projectId }}
            search={name === 'brand' ? {} : { part: name as Part }}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {title}
            {name === 'proposals' && open > 0 && <small className={styles.count}>{open}</small>}
          </Link>
        ))}
      </nav>
      {!project && <Pending error={error} retry={retry} height={420} />}
      {project && (
        <fieldset className={styles.part} disabled={isReadOnly}>
          <legend className="visually-hidden">{TITLES[part]}</legend>
          {part === 'brand' && <BrandForm key={project.id} settings={project} />}
          {part === 'competitors' && <CompetitorsForm key={project.id} settings={project} />}
          {part === 'schedule' && <ScheduleForm settings={project} />}
          {part === 'providers' && <ProvidersForm settings={project} providers={data.providers} />}
          {part === 'alerts' && <AlertRules settings={project} />}
          {part === 'reports' && <Reports settings={project} />}
          {part === 'webhooks' && <Webhooks settings={project} />}
          {part === 'proposals' && <Proposals settings={project} />}
          {(part === 'brand' || part === 'competitors') && <ReadAgain settings={project} />}
        </fieldset>
      )}
    </>
  )
}
