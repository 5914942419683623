import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AnswersLink, type AnswersSearch } from '../../layout/answers-link.tsx'
import type { Alert } from './documents.ts'

/** A link to the page that shows more about what an alert is about. */
export function SeePage({ alert }: { alert: Alert }) {
  const params = useParams({ from: '/organizations/$organizationId/projects/$projectId' })
  const { kind, evidence, run } = alert
  const { part, name, competitorId } = evidence
  const ofRun = run ? { run: run.databaseId } : {}
  const answers = (search: AnswersSearch, label: ReactNode) => (
    <AnswersLink search={{ ...ofRun, ...search }}>{label}</AnswersLink>
  )
  switch (kind) {
    case 'METRIC_MOVED': {
      const filter =
        part === 'PROVIDER' && name ? { provider: name } : part === 'TAG' && name ? { tag: name } : {}
      return (
        <Link
          to="/organizations/$organizationId/projects/$projectId/overview"
          params={params}
          search={{ ...ofRun, ...filter }}
        >
          See the metrics
        </Link>
      )
    }
    case 'COMPETITOR_OVERTOOK':
      return answers(
        { ...(competitorId && { entity: competitorId }), named: 'yes' },
        `Answers that name ${name}`,
      )
    case 'SITE_APPEARED':
    case 'SITE_LOST':
      return answers(name ? { domain: name } : {}, `Answers that cite ${name}`)
    case 'BRAND_DENIED':
      return answers({ entity: 'brand', absence: 'denied' }, 'Answers that do not know the brand')
    case 'BRAND_DISCOURAGED':
      return answers({ entity: 'brand', sentiment: 'negative' }, 'Answers that criticize the brand')
    case 'BRAND_APPEARED':
      return (
        <Link to="/organizations/$organizationId/projects/$projectId/discovered" params={params}>
          See the discovered brands
        </Link>
      )
    case 'FACT_CONTRADICTED':
      return (
        <Link to="/organizations/$organizationId/projects/$projectId/facts" params={params}>
          See the facts
        </Link>
      )
    case 'PROVIDER_FAILED':
    case 'PROVIDER_CHANGED':
      return answers({ ...(name && { provider: name }), absence: 'failed' }, 'Questions without an answer')
    case 'RUN_LATE':
      return (
        <Link to="/organizations/$organizationId/projects/$projectId/runs" params={params}>
          See the runs
        </Link>
      )
    case 'CREDITS_LOW':
      return (
        <Link to="/organizations/$organizationId/credits" params={{ organizationId: params.organizationId }}>
          See the credits
        </Link>
      )
    case 'SPEND_HIGH':
      return answers({}, 'See the answers')
  }
}
