import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'

/**
 * The literal token of the provider that a filter names, by token or alias; null without a filter.
 * @throws {AppError} INVALID_PROVIDER on `provider`, or on the `field` that named it
 */
export function providerFilter(ctx: Ctx, token: string | undefined, field = 'provider'): string | null {
  if (token === undefined) return null
  const provider = ctx.deps.providers.find(token)
  if (provider) return provider.id
  const known = ctx.deps.providers.tokens().join(', ')
  throw new AppError('INVALID_PROVIDER', `Unknown provider: ${JSON.stringify(token)}.`, {
    fieldErrors: { [field]: `is not a provider; known are ${known}` },
  })
}
