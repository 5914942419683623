import { Message } from '../../components/states.tsx'
import { ContinueSetup } from '../../setup/continue-setup.tsx'

/** Shown before the first run. */
export function NoRun() {
  return (
    <Message title="No answers yet" text="Answers arrive with the first run.">
      <ContinueSetup step="run" />
    </Message>
  )
}
