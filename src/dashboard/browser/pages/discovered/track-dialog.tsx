import { useMutation } from 'urql'
import { Field } from '../../components/field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { problemOf } from '../../graphql/problem.ts'
import { useProject } from '../../layout/project-frame.tsx'
import { type Brand, TRACK } from './documents.ts'

/** Confirms tracking a brand as a competitor and explains what it changes. */
export function TrackDialog({
  brand,
  onTracked,
  onClose,
}: {
  brand: Brand
  onTracked: (name: string) => void
  onClose: () => void
}) {
  const { databaseId: projectId } = useProject()
  const [, track] = useMutation(TRACK)
  return (
    <FormDialog
      title={`Track ${brand.name}`}
      action="Track as competitor"
      onClose={onClose}
      send={async (typed) => {
        const url = String(typed.get('url')).trim()
        const { data, error } = await track({ input: { projectId, name: brand.name, ...(url && { url }) } })
        if (data) onTracked(data.trackDiscoveredBrand.competitor.name)
        return problemOf(error)
      }}
    >
      {(errors) => (
        <>
          <p>
            Future runs look for {[brand.name, ...brand.spellings].join(', ')}. Past answers are re-analyzed
            to include it. No provider is asked again, and it is free. Share of voice and ranks will then
            include one more brand.
          </p>
          {errors.name && (
            <p role="alert">
              {brand.name} {errors.name.join(', ')}.
            </p>
          )}
          <Field
            label="Website (optional)"
            name="url"
            type="url"
            placeholder="https://…"
            hint="Its pages then count as the competitor’s own sources."
            autoComplete="off"
            errors={errors.url}
          />
        </>
      )}
    </FormDialog>
  )
}
