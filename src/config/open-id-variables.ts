import { z } from 'zod'
import { parseUrl } from '../definitions/parse-url.ts'
import { about } from './about.ts'
import { list, url } from './values.ts'

/** Hosts that are this machine. An identity provider there, such as one for tests, may use http. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']

/** The variables of OpenID Connect. */
export const OPEN_ID_VARIABLES = {
  OIDC_ISSUER: url(['https:', 'http:'])
    .refine((text) => {
      const address = parseUrl(text)
      return address?.protocol !== 'http:' || LOOPBACK_NAMES.includes(address.hostname)
    }, 'must start with https://')
    .optional()
    .meta(
      about(
        'Sign-in with OpenID Connect',
        'issuer URL of the identity provider for [sign-in with OpenID Connect](members.md#openid-connect); requires `PUBLIC_URL`',
      ),
    ),
  OIDC_CLIENT_ID: z
    .string()
    .max(1_000, 'must have at most 1,000 characters')
    .optional()
    .meta(
      about('Sign-in with OpenID Connect', 'client id at the identity provider; required with `OIDC_ISSUER`'),
    ),
  // The message must not quote the value.
  OIDC_CLIENT_SECRET: z
    .string()
    .max(1_000, 'must have at most 1,000 characters')
    .optional()
    .meta(
      about(
        'Sign-in with OpenID Connect',
        'client secret at the identity provider; required with `OIDC_ISSUER`',
        { secret: true },
      ),
    ),
  OIDC_LABEL: z
    .string()
    .max(50, 'must have at most 50 characters')
    .optional()
    .meta(
      about(
        'Sign-in with OpenID Connect',
        'name of the identity provider on the sign-in button; unset: by the issuer',
      ),
    ),
  OIDC_SCOPES: z
    .string()
    .refine((text) => text.split(' ').includes('openid'), 'must contain openid')
    .default('openid email profile')
    .meta(about('Sign-in with OpenID Connect', 'requested scopes, separated by spaces')),
  OIDC_DOMAINS: list
    .refine(
      (entries) => entries.every((entry) => z.hostname().safeParse(entry).success),
      'must be a comma-separated list of domains, such as example.com',
    )
    .meta(
      about(
        'Sign-in with OpenID Connect',
        'comma-separated domains of the addresses that may sign in; empty: all',
      ),
    ),
  OIDC_TRUST_EMAIL: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .meta(
      about(
        'Sign-in with OpenID Connect',
        '`true` accepts addresses that the identity provider does not mark as verified',
      ),
    ),
  OIDC_ORGANIZATION: z
    .uuid('must be the id of an organization')
    .optional()
    .meta(
      about(
        'Sign-in with OpenID Connect',
        'id of the organization that new users join; unset: users need an invitation',
      ),
    ),
  OIDC_ROLE_CLAIM: z
    .string()
    .max(200, 'must have at most 200 characters')
    .optional()
    .meta(
      about(
        'Sign-in with OpenID Connect',
        'claim with the [roles](members.md#openid-connect) in `OIDC_ORGANIZATION`; unset: new users are members',
      ),
    ),
  OIDC_ADMIN_ROLES: list.meta(
    about('Sign-in with OpenID Connect', 'comma-separated values of this claim that make a user an admin'),
  ),
  OIDC_MEMBER_ROLES: list.meta(
    about(
      'Sign-in with OpenID Connect',
      'comma-separated values that make a user a member; empty: every other user',
    ),
  ),
}
