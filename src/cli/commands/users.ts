import type { Command } from 'commander'
import { DEFAULT_ROLE, MEMBER_ROLES } from '../../core/foundation/actor.ts'
import { REVOCATION_SECONDS } from '../../core/keys/revocation.ts'
import { inWords, valuesOf } from '../../definitions/fields/enumeration.ts'
import type { Operations } from '../foundation/operations.ts'
import { runner } from '../foundation/run.ts'

/** Adds `user`. Each of its commands runs one operation and prints its record. */
export function addUserCommands(program: Command, operations: Operations): void {
  const run = runner(operations)
  const roles = inWords(valuesOf(MEMBER_ROLES))
  const user = program.command('user').description('manage users and members')
  user
    .command('create')
    .description('create a user, or add an existing user to another organization')
    .option('--org <organization>')
    .option('--email <address>')
    .option(
      '--password <password>',
      'at least 8 characters; by default, one is generated and shown only once',
    )
    .option('--role <role>', roles, DEFAULT_ROLE)
    .action(({ org, email, password, role, ...options }) =>
      run(options, (ctx, verbs) =>
        verbs.createMember({
          ctx,
          input: { organizationId: org, email, role, ...(password !== undefined && { password }) },
        }),
      ),
    )
  user
    .command('invite')
    .description('invite a person; the link is sent by email, or shown only once if SMTP_URL is unset')
    .option('--org <organization>')
    .option('--email <address>')
    .option('--role <role>', roles, DEFAULT_ROLE)
    .action(({ org, email, role, ...options }) =>
      run(options, async (ctx, verbs) => {
        const { invitation, link } = await verbs.inviteMember({
          ctx,
          input: { organizationId: org, email, role },
        })
        return { ...invitation, link }
      }),
    )
  user
    .command('revoke-invitation <invitation>')
    .description('revoke an invitation and its link')
    .action((id, options) =>
      run(options, async (ctx, verbs) => ({
        id: await verbs.revokeInvitation({ ctx, input: { id } }),
        revoked: true,
      })),
    )
  user
    .command('set-operator <email>')
    .description('let a user see the state of the whole installation in the dashboard')
    .option('--revoke', 'no longer let the user see it')
    .action((email, { revoke = false, ...options }) =>
      run(options, (ctx, verbs) => verbs.setOperator({ ctx, input: { email, operator: !revoke } })),
    )
  user
    .command('list')
    .description('list the members of an organization')
    .option('--org <organization>')
    .action(({ org, ...options }) =>
      run(options, (ctx, verbs) => verbs.listMembers({ ctx, input: { organizationId: org } })),
    )
  user
    .command('set-role <member> <role>')
    .description(`change the role of a member: ${roles}`)
    .action((id, role, options) =>
      run(options, (ctx, verbs) => verbs.setMemberRole({ ctx, input: { id, role } })),
    )
  user
    .command('remove <member>')
    .description(
      `remove a member from their organization; running servers reject them within ${REVOCATION_SECONDS} s`,
    )
    .action((id, options) =>
      run(options, async (ctx, verbs) => ({
        id: await verbs.removeMember({ ctx, input: { id } }),
        removed: true,
      })),
    )
  user
    .command('reset-link <member>')
    .description('send a member a password reset link, or show it if SMTP_URL is unset')
    .action((memberId, options) =>
      run(options, async (ctx, verbs) => {
        const { member, link } = await verbs.sendPasswordReset({ ctx, input: { memberId } })
        return { id: member.id, email: member.email, link }
      }),
    )
  user
    .command('reset-two-factor <member>')
    .description(
      'turn off two-factor authentication for a member who has lost the app and the recovery codes',
    )
    .action((memberId, options) =>
      run(options, async (ctx, verbs) => ({
        id: memberId,
        ...(await verbs.resetTwoFactor({ ctx, input: { memberId } })),
        twoFactorEnabled: false,
      })),
    )
  program
    .command('setup-link')
    .description('print a link that sets up a new installation in the browser, once, within 12 hours')
    .action((options) => run(options, (ctx, verbs) => verbs.createSetupLink(ctx)))
  user
    .command('sign-in-link <email>')
    .description('print a link that signs a user in without a password, once, within 12 hours')
    .action((email, options) =>
      run(options, (ctx, verbs) => verbs.createSignInLink({ ctx, input: { email } })),
    )
}
