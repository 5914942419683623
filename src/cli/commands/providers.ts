import type { Vendor } from '../../core/provider-port/vendor.ts'
import type { ProviderCheck } from '../../core/providers/check.ts'
import type { Operations } from '../foundation/operations.ts'
import { CommandFailed, plainTable, printJson, printPlain } from '../foundation/output.ts'
import { withVerbs } from '../foundation/run.ts'

/** Prints all providers, their routes, and whether search volumes are real. */
export async function showProviders(operations: Operations, { json }: { json?: boolean }): Promise<void> {
  const { providers, absent, searchVolume } = await withVerbs(operations, async (ctx, verbs) => ({
    providers: await verbs.listProviders({ ctx }),
    absent: ctx.deps.providers.of(null).absent,
    searchVolume: verbs.volumeState(ctx),
  }))
  if (json) return printJson({ providers, absent, searchVolume })
  printPlain(
    providers.map(({ id, driver, state, surface, reason, locations, circuit }) => ({
      token: id,
      driver,
      state,
      surface,
      circuit,
      locations: locations === '*' ? 'all' : locations,
      reason,
    })),
  )
  const routes = providers
    .filter((provider) => provider.routes.length > 1)
    .flatMap(({ id, routes }) =>
      routes.map(({ driver, surface, used, reason }) => ({
        token: id,
        driver,
        surface,
        used: used ? 'yes' : 'no',
        because: reason,
      })),
    )
  if (routes.length > 0) process.stdout.write(`\nRoutes, preferred routes first:\n${plainTable(routes)}\n`)
  if (absent.length > 0)
    process.stdout.write(
      `\nNot set up:\n${plainTable(absent.map(({ id, missing }) => ({ token: id, because: missing.reason, fix: missing.fix })))}\n`,
    )
  const { state, source, fix } = searchVolume
  process.stdout.write(
    `\nSearch volume: ${state}${fix === null ? `, source ${source}` : `; ${fix} for real figures`}\n`,
  )
}

/**
 * Asks each real provider one question and prints the results as they arrive.
 * @throws {CommandFailed} if a provider failed
 */
export async function showChecks(operations: Operations, { json }: { json?: boolean }): Promise<void> {
  const report = (check: ProviderCheck) => {
    if (!json) process.stdout.write(`${describe(check)}\n`)
  }
  const checks = await withVerbs(operations, (ctx, verbs) => verbs.checkProviders({ ctx, input: { report } }))
  if (json) printJson({ checks })
  if (checks.some(({ status }) => status === 'failed')) throw new CommandFailed('a provider failed')
}

function describe({ provider, driver, status, reason, latencyMs, answer }: ProviderCheck): string {
  if (status === 'not_asked') return `- ${provider}: not asked, ${reason}`
  if (status === 'failed' || !answer) return `✗ ${provider} by ${driver}: ${reason}`
  const { location, fields, missing, unrecognized, cost } = answer
  const drift = unrecognized.length > 0 ? `unknown items: ${unrecognized.join(', ')}` : 'no unknown items'
  return [
    `✓ ${provider} by ${driver}: ${answer.status} in ${latencyMs} ms, ${answer.surface}`,
    `    location  ${location.requested} ${location.applied}, ${location.visible ? 'visible' : 'not visible'} in the answer`,
    `    fields    ${fields.join(', ')}${missing.length > 0 ? `; not there: ${missing.join(', ')}` : ''}`,
    `    format    ${drift}`,
    `    cost      ${cost === null ? 'unknown' : `$${cost.usd} (${cost.source === 'provider' ? 'as reported' : `by prices of ${cost.priceAsOf}`})`}`,
  ].join('\n')
}

/** Prints the prices of every configured model, and which models have none. */
export async function showPrices(operations: Operations, { json }: { json?: boolean }): Promise<void> {
  const prices = await withVerbs(operations, async (ctx, verbs) => verbs.listPrices({ ctx }))
  if (json) return printJson({ prices })
  printPlain(
    prices.map(({ provider, driver, model, cost, prices, fix }) => ({
      token: provider,
      driver,
      model,
      cost,
      'as of': prices?.asOf ?? null,
      'input/M': prices?.inputPerMillion ?? null,
      'output/M': prices?.outputPerMillion ?? null,
      search: prices?.perSearch ?? null,
      request: prices?.perRequest ?? null,
      fix,
    })),
  )
  const unknown = prices.filter(({ cost }) => cost === 'unknown').map(({ provider }) => provider)
  if (unknown.length > 0)
    process.stdout.write(
      `\nSpend limits do not count the answers of ${unknown.join(', ')}: their cost is unknown.\n`,
    )
}

/** Returns help on the environment variables with the credentials of each vendor. */
export function credentialsHelp(vendors: readonly Vendor[]): string {
  const rows = vendors.map(({ id, fields, providers }) => ({
    vendor: id,
    'set these': fields.map(({ variable }) => variable).join(' and '),
    'to ask': providers.map(({ token }) => token).join(', '),
  }))
  return `Credentials:\n${plainTable(rows)}\n\nEach driver <NAME> also reads <NAME>_BASE_URL and <NAME>_MODEL. A token uses its first route with credentials;\nuser interfaces come before APIs. PROVIDERS_FILE replaces the default providers.`
}
