import type { Command } from 'commander'
import type { Operations } from '../foundation/operations.ts'
import { runner } from '../foundation/run.ts'

/** Adds `reporting-role`, which manages the database roles of analysts. */
export function addReportingRoleCommands(program: Command, operations: Operations): void {
  const run = runner(operations)
  const role = program
    .command('reporting-role')
    .description('manage database roles for Metabase, Grafana and dbt, which read one organization')
  role
    .command('create')
    .description('create a role; its password is shown only once')
    .option('--org <organization>')
    .action(({ org, ...options }) =>
      run(options, (ctx, verbs) => verbs.createReportingRole({ ctx, input: { organizationId: org } })),
    )
  role
    .command('list')
    .description('list the roles of an organization, or all roles')
    .option('--org <organization>')
    .action(({ org, ...options }) =>
      run(options, (ctx, verbs) =>
        verbs.listReportingRoles({ ctx, input: { ...(org !== undefined && { organizationId: org }) } }),
      ),
    )
  role
    .command('rotate <role>')
    .description('replace the password of a role and end its sessions; the new one is shown only once')
    .action((name, options) =>
      run(options, (ctx, verbs) => verbs.rotateReportingRole({ ctx, input: { role: name } })),
    )
  role
    .command('revoke <role>')
    .description('revoke and drop a role; it sees no rows from then on')
    .action((name, options) =>
      run(options, (ctx, verbs) => verbs.revokeReportingRole({ ctx, input: { role: name } })),
    )
}
