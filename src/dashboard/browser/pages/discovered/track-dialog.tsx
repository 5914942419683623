import { useMutation } from 'urql'
import { useProject } from '../../frame/project-frame.tsx'
import { problemOf } from '../../graphql/problem.ts'
import { Field } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { type Brand, TRACK } from './documents.ts'

/** Asks whether a brand is to be a competitor, and says what that does. */
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
            Runs from now on look for {[brand.name, ...brand.spellings].join(', ')}. The stored answers of all
            earlier runs are read again, so that history has it too: nothing is asked again, and it costs
            nothing. Shares of voice and ranks then count one brand more.
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
            hint="Its pages are then its own among the sources."
            autoComplete="off"
            errors={errors.url}
          />
        </>
      )}
    </FormDialog>
  )
}
