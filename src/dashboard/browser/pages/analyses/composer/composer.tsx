import { useSearch } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { useProject } from '../../../frame/project-frame.tsx'
import { useMay, useViewer } from '../../../frame/viewer.ts'
import { Failed, Message, Skeleton } from '../../../parts/states.tsx'
import { ComposerForm } from './composer-form.tsx'
import type { Composition } from './composition.ts'
import { CHOICES, type Choices, EARLIER } from './documents.ts'

/** How often each question is asked at most until somebody says so. */
const USUAL_AT_MOST = 20

/** Why the viewer can start no analysis, by their role and the plan; undefined where they can. */
export function useAnalysisObstacle(): string | undefined {
  const { organization } = useViewer()
  const mayStart = useMay('ANALYSIS_START')
  if (!mayStart) return 'Your role may not start analyses.'
  return organization.limits.asyncAnalysis ? undefined : 'One-off analyses are not part of your plan.'
}

/** What happens if I ask now? The form of a new analysis. */
export function Composer({ onClose }: { onClose?: (() => void) | undefined }) {
  const { databaseId: projectId, defaultProviders } = useProject()
  const { prompt, again } = useSearch({ from: '/organizations/$organizationId/projects/$projectId/analyses' })
  const obstacle = useAnalysisObstacle()
  const [{ data, error }, retry] = useQuery({
    query: CHOICES,
    variables: { projectId },
    pause: obstacle !== undefined,
  })
  const [earlier] = useQuery({ query: EARLIER, variables: { id: again ?? '' }, pause: again === undefined })
  if (obstacle) {
    return (
      <Message
        title={obstacle}
        text="They ask any prompt of any provider at once, for one credit a question, and are never mixed into trends."
      />
    )
  }
  if (error && !data) return <Failed error={error} retry={() => retry({ requestPolicy: 'network-only' })} />
  if (!data || earlier.fetching) return <Skeleton height={420} />
  const before = earlier.data?.asyncAnalysis
  const initial: Composition = {
    text: (before?.prompts ?? prompt ?? []).map((text) => text.replaceAll(/\s*[\r\n]+\s*/g, ' ')).join('\n'),
    providers: (before?.providers ?? defaultProviders)
      .map(({ token }) => token)
      .filter((token) => isAskable(data, token)),
    locations: before?.locations ?? data.project?.prompts?.nodes[0]?.locations ?? ['US'],
    // The last of several rounds may have been smaller.
    replicates: before?.rounds
      ? Math.ceil(before.rounds.replicates / before.rounds.begun)
      : (before?.replicates ?? 1),
    margin: before?.stopWhen ? Math.round(100 * before.stopWhen.halfWidth) : null,
    atMost: before?.stopWhen?.atMost ?? USUAL_AT_MOST,
    webhookUrl: '',
    webhookSecret: '',
  }
  return (
    <ComposerForm key={`${again} ${prompt?.join()}`} initial={initial} choices={data} onClose={onClose} />
  )
}

function isAskable({ providers }: Choices, wanted: string): boolean {
  return providers.some(({ token, state }) => token === wanted && state !== 'UNAVAILABLE')
}
