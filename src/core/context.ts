import type { BatchDeps } from './batches/dependencies.ts'
import type { CitedPagesDeps } from './cited-pages/dependencies.ts'
import type { CommonDeps, Ctx, Services } from './foundation/context.ts'
import type { MailDeps } from './foundation/links.ts'
import type { InstallationDeps } from './monitoring/read-installation.ts'
import type { OpenIdDeps } from './open-id/policy.ts'
import type { CredentialDeps } from './provider-credentials/owner.ts'
import type { ReportDeps } from './report-schedules/dependencies.ts'
import type { RetentionDeps } from './retention/retention.ts'
import type { VolumeDeps } from './search-volume/dependencies.ts'
import type { RotationDeps } from './secrets/rotate.ts'
import type { SetupDeps } from './setup/dependencies.ts'
import type { WebhookDeps } from './webhooks/dependencies.ts'

/** The dependencies of all nouns. `process` wires them at startup. */
type Deps = CommonDeps &
  BatchDeps &
  CitedPagesDeps &
  CredentialDeps &
  InstallationDeps &
  MailDeps &
  OpenIdDeps &
  ReportDeps &
  RetentionDeps &
  RotationDeps &
  SetupDeps &
  VolumeDeps &
  WebhookDeps

/** Context that transports, jobs and commands pass to every verb. */
export type AppCtx = Ctx<Deps>

/** Part of this context that all requests of a process share. */
export type AppServices = Services<Deps>
