import { Link, useParams } from '@tanstack/react-router'
import { STEPS, type Step } from '../../setup/steps.ts'
import styles from './start.module.css'

const TITLES: Record<Step, string> = { brand: 'Brand', providers: 'Providers', run: 'First run' }

/** The steps of the start. Steps of an existing project can be opened again in any order. */
export function Steps({ current, open = false }: { current: Step; open?: boolean }) {
  const params = useParams({ strict: false })
  const { organizationId, projectId } = params
  return (
    <nav aria-label="Steps">
      <ol className={styles.steps}>
        <li data-done>Account</li>
        {STEPS.map((step) => (
          <li key={step} aria-current={step === current ? 'step' : undefined}>
            {open && organizationId && projectId && step !== current ? (
              <Link
                to="/organizations/$organizationId/projects/$projectId/start"
                params={{ organizationId, projectId }}
                search={{ step }}
              >
                {TITLES[step]}
              </Link>
            ) : (
              TITLES[step]
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
