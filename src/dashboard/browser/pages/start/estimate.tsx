import { useQuery } from 'urql'
import { Failed, Skeleton } from '../../components/states.tsx'
import { decimal, dollars, number } from '../../formatting/format.ts'
import type { ResultOf } from '../../graphql/graphql.ts'
import { ESTIMATE } from './documents.ts'
import styles from './start.module.css'

/** The size of a run. */
export interface RunSize {
  prompts: number
  providers: string[]
  locations: number
  replicates: number
}

type RunEstimate = NonNullable<NonNullable<ResultOf<typeof ESTIMATE>['project']>['runEstimate']>

/** The answers, the cost and the precision of a weekly run of this size. */
export function Estimate({ projectId, size }: { projectId: string; size: RunSize }) {
  const [{ data, error }, retry] = useQuery({ query: ESTIMATE, variables: { id: projectId, ...size } })
  const estimate = data?.project?.runEstimate
  if (error && !estimate) return <Failed error={error} retry={retry} />
  if (!estimate) return <Skeleton height={140} label="Loading the estimate" />
  const isFree = estimate.providers.every(({ basis }) => basis === 'FREE')
  const unknown = estimate.providers.filter(({ basis }) => basis === 'UNKNOWN')
  return (
    <section aria-label="Estimate" aria-live="polite" className={styles.estimate}>
      <dl className={styles.figures}>
        <div>
          <dt>Answers per week</dt>
          <dd>{number(estimate.answers)}</dd>
        </div>
        <div>
          <dt>Cost per week</dt>
          <dd>
            {isFree ? 'free' : estimate.usd === null ? 'unknown' : dollars(estimate.usd)}
            {isFree && <small>simulated answers cost nothing</small>}
            {unknown.length > 0 && estimate.usd !== null && (
              <small>without {unknown.map(({ label }) => label).join(', ')}</small>
            )}
          </dd>
        </div>
        <div>
          <dt>Smallest change a run detects</dt>
          <dd>
            {estimate.smallestChange === null ? (
              <>
                none
                <small>too few answers; add questions</small>
              </>
            ) : (
              <>
                {decimal(estimate.smallestChange * 100)} points
                <small>of the mention rate, between two runs</small>
              </>
            )}
          </dd>
        </div>
      </dl>
      {!isFree && (
        <ul className={styles.costs}>
          {estimate.providers.map((provider) => (
            <li key={provider.token}>
              {provider.label}: {costOf(provider)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function costOf({ basis, usdPerAnswer }: RunEstimate['providers'][number]): string {
  switch (basis) {
    case 'FREE':
      return 'simulated answers are free'
    case 'RECENT':
      return `${dollars(usdPerAnswer)} per answer, the mean of the last seven days`
    case 'PRICES':
      return `about ${dollars(usdPerAnswer)} per answer, by the prices of its model`
    case 'UNKNOWN':
      return 'the cost is unknown; the vendor bills you'
  }
}
