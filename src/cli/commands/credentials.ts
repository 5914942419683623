import type { Command } from 'commander'
import type { CredentialRecord } from '../../core/provider-credentials/definition.ts'
import type { Operations } from '../foundation/operations.ts'
import { CommandFailed, printJson, printPlain } from '../foundation/output.ts'
import { runner, withVerbs } from '../foundation/run.ts'

/** Adds `credentials` and `secret`. Values are read from standard input, because arguments are visible to other users. */
export function addCredentialCommands(program: Command, operations: Operations): void {
  const credentials = program
    .command('credentials')
    .description('manage the credentials of vendors, of the installation or of an organization')
  const print = (options: { json?: boolean }, shown: CredentialRecord | CredentialRecord[]) => {
    if (options.json) printJson(shown)
    else printPlain(Array.isArray(shown) ? shown.map(summary) : summary(shown))
  }
  credentials
    .command('list')
    .description('list all vendors, and which credentials are in use')
    .option('--org <organization>', 'of an organization instead of the installation')
    .action(async ({ org, ...options }) =>
      print(
        options,
        await withVerbs(operations, (ctx, verbs) => verbs.listCredentials({ ctx, input: ownerOf(org) })),
      ),
    )
  credentials
    .command('set <vendor>')
    .description(
      'store the credentials of a vendor, and check them with one question that the vendor charges for',
    )
    .option('--org <organization>', 'for an organization instead of the installation')
    .option('--daily-spend-usd <amount>', 'limit of the organization per UTC day', Number)
    .option('--no-check', 'only store them')
    .addHelpText(
      'after',
      '\nThe values are read from standard input, one line per field of the vendor:\n  answergraph credentials set openai < key.txt',
    )
    .action(async (vendor: string, { org, check, dailySpendUsd, ...options }) => {
      const lines = linesOf(await operations.readStandardInput())
      const record = await withVerbs(operations, async (ctx, verbs) => {
        const fields = ctx.deps.providers.vendors.find(({ id }) => id === vendor)?.fields ?? []
        const values = lines.map((value, index) => ({ variable: fields[index]?.variable ?? '', value }))
        const owner = { ...ownerOf(org), vendor }
        const limit = dailySpendUsd === undefined ? {} : { dailySpendUsd }
        const saved = await verbs.saveCredential({ ctx, input: { ...owner, values, ...limit } })
        return check ? verbs.checkCredential({ ctx, input: owner }) : saved
      })
      print(options, record)
      failIfRejected(record)
    })
  credentials
    .command('check <vendor>')
    .description('ask the vendor one question, which it charges for')
    .option('--org <organization>', 'of an organization instead of the installation')
    .action(async (vendor: string, { org, ...options }) => {
      const record = await withVerbs(operations, (ctx, verbs) =>
        verbs.checkCredential({ ctx, input: { ...ownerOf(org), vendor } }),
      )
      print(options, record)
      failIfRejected(record)
    })
  credentials
    .command('delete <vendor>')
    .description('delete the stored credentials of a vendor')
    .option('--org <organization>', 'of an organization instead of the installation')
    .action(async (vendor: string, { org, ...options }) =>
      print(
        options,
        await withVerbs(operations, (ctx, verbs) =>
          verbs.deleteCredential({ ctx, input: { ...ownerOf(org), vendor } }),
        ),
      ),
    )

  const run = runner(operations)
  program
    .command('secret')
    .description('manage the key that encrypts stored secrets')
    .command('rotate')
    .description('encrypt all stored secrets with a new key; everybody has to sign in again')
    .action((options) => run(options, (ctx, verbs) => verbs.rotateSecrets({ ctx })))
}

function ownerOf(org: string | undefined): { organizationId?: string } {
  return org === undefined ? {} : { organizationId: org }
}

function summary({
  vendor,
  label,
  origin,
  fields,
  providers,
  changedBy,
  changedAt,
  check,
}: CredentialRecord) {
  return {
    vendor,
    label,
    'in use': origin,
    stored: fields.flatMap(({ mask }) => mask ?? []),
    'changed by': changedBy,
    'changed at': changedAt,
    check: check.status,
    result: check.reason ?? check.answer?.replaceAll(/\s+/g, ' ').slice(0, 60) ?? null,
    providers: providers.map(({ token }) => token),
  }
}

function failIfRejected({ check }: CredentialRecord): void {
  if (check.status === 'failed') throw new CommandFailed('the check failed')
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '')
}
