import type { Command } from 'commander'
import { grantCredits } from '../../core/credits/grant.ts'
import { createKey } from '../../core/keys/create.ts'
import { listKeys } from '../../core/keys/list.ts'
import { REVOCATION_SECONDS, revokeKey } from '../../core/keys/revoke.ts'
import { createOrganization } from '../../core/organizations/create.ts'
import { DEFAULT_PLAN, PLANS } from '../../core/organizations/plans.ts'
import { setPlan } from '../../core/organizations/set-plan.ts'
import { badFields } from '../../core/parse.ts'
import { createProject } from '../../core/projects/create.ts'
import { readWebhookSecret, rotateWebhookSecret } from '../../core/webhooks/secret.ts'
import { inWords, valuesOf } from '../../definitions/enumeration.ts'
import type { Operations } from '../operations.ts'
import { runner } from '../run.ts'

/** `org …`, `project …` and `key …`: each runs one operation and prints its record. */
export function addAccessCommands(program: Command, operations: Operations): void {
  const run = runner(operations)
  const plans = inWords(valuesOf(PLANS))
  const organization = program.command('org').description('organizations, their plans and credits')
  organization
    .command('create')
    .description('create an organization')
    .option('--name <name>')
    .option('--plan <plan>', plans, DEFAULT_PLAN)
    .option('--credits <number>', 'prepaid credits', wholeNumber, 0)
    .action(({ name, plan, credits, ...options }) =>
      run(options, (ctx) => createOrganization({ ctx, input: { name, plan, credits } })),
    )
  organization
    .command('set-plan <organization> <plan>')
    .description(`move an organization to the plan ${plans}`)
    .action((organizationId, plan, options) =>
      run(options, (ctx) => setPlan({ ctx, input: { organizationId, plan } })),
    )
  organization
    .command('grant-credits <organization> <credits>')
    .description('give an organization prepaid credits')
    .action((organizationId, credits, options) =>
      run(options, (ctx) => grantCredits({ ctx, input: { organizationId, credits: wholeNumber(credits) } })),
    )
  organization
    .command('webhook-secret <organization>')
    .description('show the secret that signs its webhooks')
    .action((organizationId, options) =>
      run(options, (ctx) => readWebhookSecret({ ctx, input: { organizationId } })),
    )
  organization
    .command('rotate-webhook-secret <organization>')
    .description('replace that secret: every call from now on is signed with the new one')
    .action((organizationId, options) =>
      run(options, (ctx) => rotateWebhookSecret({ ctx, input: { organizationId } })),
    )

  program
    .command('project')
    .description('projects')
    .command('create')
    .description('create a project')
    .option('--org <organization>')
    .option('--name <name>', 'label and analysis brand')
    .option('--url <url>', 'website of the brand')
    .action(({ org, name, url, ...options }) =>
      run(options, (ctx) =>
        createProject({ ctx, input: { organizationId: org, name, ...(url !== undefined && { url }) } }),
      ),
    )

  const key = program.command('key').description('API keys')
  key
    .command('create')
    .description('create a key; it is shown only now')
    .option('--project <project>', 'a key bound to one project')
    .option('--org <organization>', 'a key of the organization')
    .option('--admin', 'an organization key that may administer projects')
    .option('--name <name>')
    .action(({ project, org, admin = false, name, ...options }) => {
      if ((project === undefined) === (org === undefined))
        throw badFields({ '--project': 'give either --project or --org' })
      const owner = project !== undefined ? { projectId: project } : { organizationId: org }
      return run(options, async (ctx) => {
        const made = await createKey({ ctx, input: { ...owner, admin, ...(name !== undefined && { name }) } })
        return { id: made.id, key: made.key, scope: made.scope }
      })
    })
  key
    .command('list')
    .description('list the keys of an organization')
    .option('--org <organization>')
    .action(({ org, ...options }) => run(options, (ctx) => listKeys({ ctx, input: { organizationId: org } })))
  key
    .command('revoke <key>')
    .description(`revoke a key by its id; running servers refuse it within ${REVOCATION_SECONDS} s`)
    .action((id, options) =>
      run(options, async (ctx) => {
        const key = await revokeKey({ ctx, input: { id } })
        const refusedEverywhereAt = new Date(Date.now() + REVOCATION_SECONDS * 1_000)
        return { id: key.id, revokedAt: key.revokedAt, refusedEverywhereAt }
      }),
    )
}

/** A whole number in decimal digits; NaN, which no operation accepts, for any other text. */
function wholeNumber(text: string): number {
  return /^-?\d+$/.test(text) ? Number(text) : Number.NaN
}
