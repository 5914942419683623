import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { PageHeader } from '../../components/page-header.tsx'
import { useProject } from '../../layout/project-frame.tsx'
import type { Step } from '../../setup/steps.ts'
import { BrandStep } from './brand-step.tsx'
import { ProvidersStep } from './providers-step.tsx'
import { RunStep } from './run-step.tsx'
import styles from './start.module.css'
import { Steps } from './steps.tsx'

const FROM = '/organizations/$organizationId/projects/$projectId/start'

const TITLES: Record<Step, (project: string) => string> = {
  brand: (project) => `Check what we know about ${project}`,
  providers: () => 'Whom should we ask?',
  run: () => 'How much should we ask?',
}

/** The steps from a new project to its first run. Each step stores its result, so that the start can be resumed. */
export function ProjectStart() {
  const { displayName, databaseId } = useProject()
  const { step = 'brand' } = useSearch({ from: FROM })
  const params = useParams({ from: FROM })
  const navigate = useNavigate()
  const open = (next: Step) => void navigate({ to: FROM, params, search: { step: next } })
  return (
    <div className={styles.page}>
      <PageHeader title={TITLES[step](displayName)} />
      <Steps current={step} open />
      {step === 'brand' && <BrandStep projectId={databaseId} onDone={() => open('providers')} />}
      {step === 'providers' && <ProvidersStep projectId={databaseId} onDone={() => open('run')} />}
      {step === 'run' && <RunStep projectId={databaseId} />}
    </div>
  )
}
