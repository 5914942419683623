import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Field, TextArea } from '../../../components/field.tsx'
import { LocationInput } from '../../../components/location-input.tsx'
import { ActionError } from '../../../components/states.tsx'
import { problemOf } from '../../../graphql/problem.ts'
import { useProject } from '../../../layout/project-frame.tsx'
import { useViewer } from '../../../layout/viewer.ts'
import styles from './composer.module.css'
import {
  type Composition,
  estimateOf,
  formErrorsOf,
  MAX,
  readPersonas,
  readPrompts,
  stopWhenOf,
} from './composition.ts'
import type { Choices } from './documents.ts'
import { EstimateBar } from './estimate-bar.tsx'
import { PromptLines } from './prompt-lines.tsx'
import { ProviderChoice } from './provider-choice.tsx'
import { RoundsFields } from './rounds-fields.tsx'
import { useStart } from './use-start.ts'
import { WebhookFields } from './webhook-fields.tsx'

/** The form for prompts, providers, countries and repetitions. It shows the cost before the analysis is started. */
export function ComposerForm({
  initial,
  choices,
  onClose,
}: {
  initial: Composition
  choices: Choices
  onClose?: (() => void) | undefined
}) {
  const { databaseId: projectId } = useProject()
  const { organization } = useViewer()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [composition, setComposition] = useState(initial)
  const [sent, setSent] = useState<Composition>()
  const { fetching, error, start } = useStart()
  const change = (changed: Partial<Composition>) => setComposition((old) => ({ ...old, ...changed }))
  const { prompts } = readPrompts(composition.text)
  const estimate = estimateOf(composition, { catalogue: choices.providers, balance: organization.credits })
  // Server errors refer to the submitted values. They are hidden for fields changed since.
  const problem = problemOf(error)
  const serverErrors = formErrorsOf(problem?.fieldErrors ?? {}, readPrompts(sent?.text ?? '').prompts)
  const errors = {
    ...(sent?.text === composition.text
      ? { lines: serverErrors.lines, prompts: serverErrors.prompts }
      : { lines: new Map() }),
    ...(sent?.providers === composition.providers && { providers: serverErrors.providers }),
    ...(sent?.locations === composition.locations && { locations: serverErrors.locations }),
    ...(sent?.personas === composition.personas && { personas: serverErrors.personas }),
    ...(sent?.replicates === composition.replicates && { replicates: serverErrors.replicates }),
    ...(sent?.margin === composition.margin &&
      sent?.atMost === composition.atMost && { stopWhen: serverErrors.stopWhen }),
    ...(sent?.webhookUrl === composition.webhookUrl && { webhookUrl: serverErrors.webhookUrl }),
    ...(sent?.webhookSecret === composition.webhookSecret && { webhookSecret: serverErrors.webhookSecret }),
  }
  const hasFieldErrors = problem !== null && Object.keys(problem.fieldErrors).length > 0
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong] input')?.focus()
  }, [error])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (estimate.obstacle) return
    setSent(composition)
    const { webhookUrl, webhookSecret, providers, locations, replicates } = composition
    const stopWhen = stopWhenOf(composition)
    const personas = readPersonas(composition.personas)
    const webhook = webhookUrl.trim() !== '' && {
      url: webhookUrl.trim(),
      ...(webhookSecret.trim() !== '' && { secret: webhookSecret.trim() }),
    }
    const analysisId = await start({
      projectId,
      prompts: prompts.map(({ text }) => text),
      // In configuration order, so that the same selection in another order is the same request.
      providers: choices.providers.map(({ token }) => token).filter((token) => providers.includes(token)),
      locations: [...locations],
      ...(personas.length > 0 && { personas }),
      replicates,
      ...(stopWhen && { stopWhen }),
      ...(webhook && { webhook }),
    })
    if (!analysisId) return
    await navigate({
      to: '/organizations/$organizationId/projects/$projectId/analyses/$analysisId',
      params: { organizationId: organization.databaseId, projectId, analysisId },
    })
  }

  return (
    <form ref={form} className={styles.composer} onSubmit={submit} aria-label="New analysis">
      <div className={styles.columns}>
        <PromptLines
          text={composition.text}
          projectPrompts={(choices.project?.prompts?.nodes ?? []).map(({ text }) => text)}
          errors={errors}
          onChange={(text) => change({ text })}
        />
        <div className={styles.settings}>
          <ProviderChoice
            providers={choices.providers}
            chosen={composition.providers}
            errors={errors.providers}
            onChange={(providers) => change({ providers })}
          />
          <LocationInput
            values={composition.locations}
            suggestsAtOnce={false}
            errors={errors.locations}
            onChange={(locations) => change({ locations })}
          />
          <TextArea
            label="Personas (optional)"
            rows={2}
            value={composition.personas}
            placeholder={'none\nstudent: I am a student with a small budget.'}
            hint="One per line. Each question is asked once as each persona; a name alone asks without one."
            errors={errors.personas}
            onChange={({ target }) => change({ personas: target.value })}
          />
          <Field
            label={composition.margin === null ? 'Repetitions' : 'Repetitions per round'}
            type="number"
            min={1}
            max={MAX.replicates}
            required
            value={composition.replicates}
            hint="Answers vary between repetitions. More repetitions make the interval narrower."
            errors={errors.replicates}
            onChange={({ target }) =>
              change({
                replicates: Math.min(MAX.replicates, Math.max(1, Math.round(target.valueAsNumber || 1))),
              })
            }
          />
          <RoundsFields composition={composition} errors={errors.stopWhen} onChange={change} />
          <WebhookFields
            url={composition.webhookUrl}
            secret={composition.webhookSecret}
            errors={errors}
            onChange={change}
          />
        </div>
      </div>
      {!hasFieldErrors && <ActionError error={error} />}
      <EstimateBar estimate={estimate} balance={organization.credits} busy={fetching} onClose={onClose} />
    </form>
  )
}
