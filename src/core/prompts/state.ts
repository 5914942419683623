import type { Prompt } from '../../generated/prisma/client.ts'
import type { Ctx } from '../context.ts'
import type { LockedProject } from '../projects/lock-own.ts'
import type { PromptState } from './apply.ts'
import type { GivenFields } from './input.ts'
import { defaultTargets, targetsOf } from './targets.ts'

/**
 * A new prompt with the defaults of its project (specification §2 "Prompt").
 * @throws {AppError} BAD_REQUEST when a provider cannot answer for a location
 */
export function newState(
  ctx: Ctx,
  project: LockedProject,
  given: GivenFields & { text: string },
): PromptState {
  const targets = targetsOf(ctx, given, defaultTargets(ctx, project.defaultProviders))
  return { text: given.text, ...targets, active: given.active ?? true, tags: given.tags ?? null }
}

/**
 * A prompt after a change: only given fields differ.
 * @throws {AppError} BAD_REQUEST when a provider cannot answer for a location
 */
export function changedState(ctx: Ctx, prompt: Prompt, given: GivenFields): PromptState & { id: string } {
  const { id, text, providers, locations, active } = prompt
  const standing = { providers, locations }
  const targets = given.providers || given.locations ? targetsOf(ctx, given, standing) : standing
  return {
    id,
    text: given.text ?? text,
    ...targets,
    active: given.active ?? active,
    tags: given.tags ?? null,
  }
}
