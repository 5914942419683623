import type { Ctx } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'
import { providersOf } from './registry-of.ts'

/**
 * Returns the token of the provider in a filter, which may be a token or an alias; null without a filter.
 * @throws {AppError} INVALID_PROVIDER on `field`
 */
export function providerFilter(ctx: Ctx, token: string | undefined, field = 'provider'): string | null {
  if (token === undefined) return null
  const provider = providersOf(ctx).find(token)
  if (provider) return provider.id
  const tokens = providersOf(ctx).tokens().join(', ')
  throw new AppError('INVALID_PROVIDER', `Unknown provider: ${JSON.stringify(token)}.`, {
    fieldErrors: { [field]: `is not a provider; available providers are ${tokens}` },
  })
}
