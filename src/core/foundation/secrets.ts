import type { SecretBox } from '../../infra/secret-box.ts'

/** Dependency of verbs that store secrets. */
export interface SecretDeps {
  /** Encrypts secrets at rest. */
  secrets: SecretBox
}
