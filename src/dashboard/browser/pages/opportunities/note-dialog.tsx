import { TextArea } from '../../components/field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { problemOf } from '../../graphql/problem.ts'
import type { OpportunityNode } from './documents.ts'
import type { Update } from './use-update.tsx'

/** Edits the note of an opportunity. */
export function NoteDialog({
  opportunity: { databaseId, note },
  update,
  onClose,
}: {
  opportunity: OpportunityNode
  update: Update
  onClose: () => void
}) {
  return (
    <FormDialog
      title="Note"
      action="Save note"
      onClose={onClose}
      send={async (typed) =>
        problemOf((await update({ opportunityId: databaseId, note: String(typed.get('note')) })).error)
      }
    >
      {(errors) => (
        <TextArea
          label="Note of the team"
          name="note"
          rows={5}
          defaultValue={note}
          maxLength={2000}
          errors={errors.note}
        />
      )}
    </FormDialog>
  )
}
