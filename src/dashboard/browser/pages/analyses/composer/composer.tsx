import { useSearch } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { Message, Pending } from '../../../components/states.tsx'
import { useProject } from '../../../layout/project-frame.tsx'
import { useMay, useViewer } from '../../../layout/viewer.ts'
import { ComposerForm } from './composer-form.tsx'
import { type Composition, writePersonas } from './composition.ts'
import { CHOICES, type Choices, EARLIER } from './documents.ts'

/** Default maximum number of repetitions for analyses in rounds. */
const DEFAULT_AT_MOST = 20

/** Returns why the viewer cannot start analyses, because of their role or plan; undefined if they can. */
export function useAnalysisObstacle(): string | undefined {
  const { organization } = useViewer()
  const mayStart = useMay('ANALYSIS_START')
  if (!mayStart) return 'Your role does not allow you to start analyses.'
  return organization.limits.asyncAnalysis ? undefined : 'One-off analyses are not part of your plan.'
}

/** Loads the options for a new analysis and shows its form. */
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
        text="An analysis sends any prompt to any provider right away, for one credit per question. It never affects trends."
      />
    )
  }
  if (!data || earlier.fetching) return <Pending error={error} retry={retry} height={420} />
  const previous = earlier.data?.asyncAnalysis
  const initial: Composition = {
    text: (previous?.promptTexts ?? prompt ?? [])
      .map((text) => text.replaceAll(/\s*[\r\n]+\s*/g, ' '))
      .join('\n'),
    providers: (previous?.providers ?? defaultProviders)
      .map(({ token }) => token)
      .filter((token) => isAvailable(data, token)),
    locations: previous?.locations ?? data.project?.prompts?.nodes[0]?.locations ?? ['US'],
    personas: writePersonas(previous?.personas ?? []),
    // Divides by the number of rounds and rounds up, because the last round may have been smaller.
    replicates: previous?.rounds
      ? Math.ceil(previous.rounds.replicates / previous.rounds.begun)
      : (previous?.replicates ?? 1),
    margin: previous?.stopWhen ? Math.round(100 * previous.stopWhen.halfWidth) : null,
    atMost: previous?.stopWhen?.atMost ?? DEFAULT_AT_MOST,
    webhookUrl: '',
    webhookSecret: '',
  }
  return (
    <ComposerForm key={`${again} ${prompt?.join()}`} initial={initial} choices={data} onClose={onClose} />
  )
}

function isAvailable({ providers }: Choices, wanted: string): boolean {
  return providers.some(({ token, state }) => token === wanted && state !== 'UNAVAILABLE')
}
