import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Command } from 'commander'
import { KEY_SCOPES } from '../../core/foundation/actor.ts'
import { badFields } from '../../core/foundation/parse.ts'
import { KEY_PRESETS } from '../../core/keys/definition.ts'
import { REVOCATION_SECONDS } from '../../core/keys/revocation.ts'
import { DEFAULT_PLAN, PLANS } from '../../core/organizations/plans.ts'
import { inWords, valuesOf } from '../../definitions/fields/enumeration.ts'
import type { Operations } from '../foundation/operations.ts'
import { runner } from '../foundation/run.ts'

/** Adds `org`, `project` and `key`. Each of their commands runs one operation and prints its record. */
export function addAccessCommands(program: Command, operations: Operations): void {
  const run = runner(operations)
  const plans = inWords(valuesOf(PLANS))
  const organization = program.command('org').description('manage organizations, plans and credits')
  organization
    .command('create')
    .description('create an organization')
    .option('--name <name>')
    .option('--plan <plan>', plans, DEFAULT_PLAN)
    .option('--credits <number>', 'prepaid credits', wholeNumber, 0)
    .action(({ name, plan, credits, ...options }) =>
      run(options, (ctx, verbs) => verbs.createOrganization({ ctx, input: { name, plan, credits } })),
    )
  organization
    .command('list')
    .description('list the organizations')
    .action((options) => run(options, (ctx, verbs) => verbs.listOrganizations({ ctx })))
  organization
    .command('set-plan <organization> <plan>')
    .description(`move an organization to the plan ${plans}`)
    .action((organizationId, plan, options) =>
      run(options, (ctx, verbs) => verbs.setPlan({ ctx, input: { organizationId, plan } })),
    )
  organization
    .command('export <organization> <file>')
    .description(
      'write everything that belongs to an organization to a compressed file, one JSON object per line',
    )
    .action((organizationId, file, options) =>
      run(options, (ctx, verbs) =>
        writeExport(verbs.exportOrganization({ ctx, input: { organizationId } }), file),
      ),
    )
  organization
    .command('erase <organization>')
    .description('delete an organization, everything that belongs to it, and users without another one')
    .requiredOption('--name <name>', 'name of the organization, as confirmation')
    .action((organizationId, { name, ...options }) =>
      run(options, (ctx, verbs) => verbs.eraseOrganization({ ctx, input: { organizationId, name } })),
    )
  organization
    .command('set-retention <organization>')
    .description(
      'set how long an organization keeps answers and logs, instead of the default of the installation',
    )
    .option('--raw-days <days>', 'days for raw responses, or "default"')
    .option('--text-days <days>', 'days for texts of answers, or "default"')
    .option('--log-days <days>', 'days for the audit log and deliveries of webhooks, or "default"')
    .action((organizationId, { rawDays, textDays, logDays, ...options }) =>
      run(options, (ctx, verbs) =>
        verbs.setRetention({
          ctx,
          input: {
            organizationId,
            ...(rawDays !== undefined && { rawDays: daysOf(rawDays) }),
            ...(textDays !== undefined && { textDays: daysOf(textDays) }),
            ...(logDays !== undefined && { logDays: daysOf(logDays) }),
          },
        }),
      ),
    )
  organization
    .command('grant-credits <organization> <credits>')
    .description('give an organization prepaid credits')
    .action((organizationId, credits, options) =>
      run(options, (ctx, verbs) =>
        verbs.grantCredits({ ctx, input: { organizationId, credits: wholeNumber(credits) } }),
      ),
    )
  organization
    .command('webhook-secret <organization>')
    .description('show the secret that signs the webhooks of an organization')
    .action((organizationId, options) =>
      run(options, (ctx, verbs) => verbs.readWebhookSecret({ ctx, input: { organizationId } })),
    )
  organization
    .command('rotate-webhook-secret <organization>')
    .description('replace the webhook secret; all later calls are signed with the new one')
    .action((organizationId, options) =>
      run(options, (ctx, verbs) => verbs.rotateWebhookSecret({ ctx, input: { organizationId } })),
    )

  const project = program.command('project').description('manage projects')
  project
    .command('list')
    .description('list the projects of an organization, or all projects')
    .option('--org <organization>')
    .action(({ org, ...options }) =>
      run(options, (ctx, verbs) =>
        verbs.listAllProjects({ ctx, input: { ...(org !== undefined && { organizationId: org }) } }),
      ),
    )
  project
    .command('create')
    .description('create a project')
    .option('--org <organization>')
    .option('--name <name>', 'name of the project and its brand')
    .option('--url <url>', 'website of the brand')
    .action(({ org, name, url, ...options }) =>
      run(options, (ctx, verbs) =>
        verbs.createProject({ ctx, input: { organizationId: org, name, ...(url !== undefined && { url }) } }),
      ),
    )

  const key = program.command('key').description('manage API keys')
  key
    .command('create')
    .description('create a key; it is shown only once')
    .option('--project <project>', 'create a key for one project')
    .option('--org <organization>', 'create a key for an organization')
    .option('--preset <preset>', `what the key may do: ${inWords(valuesOf(KEY_PRESETS))}`)
    .option('--scopes <scopes>', `instead of a preset: a list of ${valuesOf(KEY_SCOPES).join(',')}`)
    .option('--name <name>')
    .action(({ project, org, preset, scopes, name, ...options }) => {
      if ((project === undefined) === (org === undefined))
        throw badFields({ '--project': 'set either --project or --org' })
      const owner = project !== undefined ? { projectId: project } : { organizationId: org }
      return run(options, async (ctx, verbs) => {
        const made = await verbs.createKey({
          ctx,
          input: {
            ...owner,
            ...(preset !== undefined && { preset }),
            ...(scopes !== undefined && { scopes: scopes.split(',') }),
            ...(name !== undefined && { name }),
          },
        })
        return { id: made.id, key: made.key, kind: made.kind, scopes: made.scopes }
      })
    })
  key
    .command('list')
    .description('list the keys of an organization')
    .option('--org <organization>')
    .action(({ org, ...options }) =>
      run(options, (ctx, verbs) => verbs.listKeys({ ctx, input: { organizationId: org } })),
    )
  key
    .command('revoke <key>')
    .description(`revoke a key by its id; running servers reject it within ${REVOCATION_SECONDS} s`)
    .action((id, options) =>
      run(options, async (ctx, verbs) => {
        const key = await verbs.revokeKey({ ctx, input: { id } })
        const refusedEverywhereAt = new Date(Date.now() + REVOCATION_SECONDS * 1_000)
        return { id: key.id, revokedAt: key.revokedAt, refusedEverywhereAt }
      }),
    )
}

/** Parses a whole number. Returns NaN for other text, which all operations reject. */
function wholeNumber(text: string): number {
  return /^-?\d+$/.test(text) ? Number(text) : Number.NaN
}

/** Parses a number of days; null for "default". */
function daysOf(text: string): number | null {
  return text === 'default' ? null : wholeNumber(text)
}

/** Writes rows to a new file (JSON Lines, compressed with gzip), and counts them. */
async function writeExport(
  rows: AsyncIterable<object>,
  file: string,
): Promise<{ file: string; rows: number }> {
  let count = 0
  async function* lines() {
    for await (const row of rows) {
      count += 1
      yield `${JSON.stringify(row)}\n`
    }
  }
  // Fails if the file exists.
  await pipeline(lines, createGzip(), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  return { file, rows: count }
}
