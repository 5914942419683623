import { useEffect, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { Button } from '../../components/button.tsx'
import { ActionError, Pending } from '../../components/states.tsx'
import { CredentialList } from '../../credentials/credential-list.tsx'
import { useCredentials } from '../../credentials/use-credentials.ts'
import { count } from '../../formatting/format.ts'
import { CHANGE_PROMPTS, PROVIDERS, SAVE_PROJECT } from './documents.ts'
import styles from './start.module.css'

/** Asks which providers the questions go to, and for the credentials of their vendors. */
export function ProvidersStep({ projectId, onDone }: { projectId: string; onDone: () => void }) {
  const { credentials, ...credentialState } = useCredentials()
  const [{ data, error }, retry] = useQuery({ query: PROVIDERS, variables: { id: projectId } })
  const [wanted, setWanted] = useState<string[] | null>(null)
  const [saving, saveProject] = useMutation(SAVE_PROJECT)
  const [changing, changePrompts] = useMutation(CHANGE_PROMPTS)
  // New credentials make further providers available.
  const state = credentials?.map(({ vendor, origin, changedAt }) => `${vendor} ${origin} ${changedAt}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again whenever the credentials have changed.
  useEffect(() => retry({ requestPolicy: 'network-only' }), [state, retry])
  if (!credentials) return <Pending {...credentialState} height={480} />
  if (!data) return <Pending error={error} retry={retry} height={480} />
  const real = data.providers.filter((provider) => provider.state === 'REAL')
  const simulated = data.providers.filter((provider) => provider.state === 'SIMULATED')
  const offered = real.length > 0 ? real : simulated
  const chosen = (wanted ?? offered.map(({ token }) => token)).filter((token) =>
    offered.some((provider) => provider.token === token),
  )
  const save = async () => {
    const saved = await saveProject({ project: { projectId, defaultProviders: chosen } })
    const update = (data.project?.prompts?.nodes ?? []).map(({ databaseId }) => ({
      promptId: databaseId,
      providers: chosen,
    }))
    if (saved.error) return
    const changed = await changePrompts({ input: { projectId, update } })
    if (!changed.error) onDone()
  }
  return (
    <>
      <p className={styles.note} role="status">
        {real.length > 0
          ? `Real answers: ${real.map(({ label }) => label).join(', ')}.`
          : simulated.length > 0
            ? 'Connect a vendor for real answers, or continue with simulated answers to see how everything works.'
            : 'Connect at least one vendor. Its answers are what this product measures.'}
      </p>
      {offered.length > 1 && (
        <fieldset className={styles.choices}>
          <legend>Ask these</legend>
          {offered.map(({ token, label }) => (
            <label key={token}>
              <input
                type="checkbox"
                checked={chosen.includes(token)}
                onChange={({ target }) =>
                  setWanted(target.checked ? [...chosen, token] : chosen.filter((other) => other !== token))
                }
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      <ActionError error={saving.error ?? changing.error} />
      <div className={styles.buttons}>
        <Button
          kind="primary"
          busy={saving.fetching || changing.fetching}
          disabled={chosen.length === 0}
          onClick={save}
        >
          {real.length > 0
            ? `Continue with ${count(chosen.length, 'provider')}`
            : 'Continue with simulated answers'}
        </Button>
      </div>
      <CredentialList credentials={credentials} />
    </>
  )
}
