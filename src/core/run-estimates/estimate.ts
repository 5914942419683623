import { z } from 'zod'
import { smallestChange } from '../../metrics/smallest-change.ts'
import { authorize } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { parse } from '../foundation/parse.ts'
import { readProject } from '../projects/read.ts'
import { MAXIMUM_REPLICATES } from '../projects/update.ts'
import type { Provider } from '../provider-port/registry.ts'
import { providersOf } from '../providers/registry-of.ts'
import { type AccountSpending, readSpending } from '../spend/spending.ts'
import type { EstimateBasis, ProviderEstimate, RunEstimate } from './definition.ts'

const count = (maximum: number) =>
  z.int('must be a whole number').min(0, 'must not be negative').max(maximum, `must be at most ${maximum}`)

const inputSchema = z.strictObject({
  projectId: z.string('must be a text'),
  prompts: count(10_000),
  providers: z.array(z.string('must be a text')).max(100),
  locations: count(250),
  replicates: count(MAXIMUM_REPLICATES),
})

/**
 * Usage of a typical answer of an API that searches the web, for providers that were not asked in the last seven days:
 * retrieved pages make up most of the input.
 */
const TYPICAL_USAGE = { inputTokens: 10_000, outputTokens: 800, searches: 1 }

/**
 * Estimates the answers, the cost and the precision of a run before it starts. The cost of a provider's answers is the
 * mean of its last seven days, otherwise computed from its prices for a typical answer.
 * @throws {AppError} BAD_REQUEST; NOT_FOUND, including for another tenant's project
 */
export async function estimateRun({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<RunEstimate> {
  authorize(ctx, 'project:read')
  const { projectId, prompts, providers: tokens, locations, replicates } = parse(inputSchema, input)
  const { organizationId } = await readProject({ ctx, input: { id: projectId } })
  const spending = await readSpending(ctx, organizationId)
  const registry = providersOf(ctx)
  const providers = tokens.flatMap((token) => registry.find(token) ?? [])
  const answersPerPrompt = providers.length * locations * replicates
  const estimates = providers.map((provider) => estimateProvider(provider, spending))
  const known = estimates.flatMap(({ usdPerAnswer }) => usdPerAnswer ?? [])
  return {
    answers: prompts * answersPerPrompt,
    usd:
      known.length === 0
        ? null
        : known.reduce((sum, usdPerAnswer) => sum + usdPerAnswer * prompts * locations * replicates, 0),
    providers: estimates,
    smallestChange: smallestChange({ prompts, answersPerPrompt }),
  }
}

function estimateProvider(provider: Provider, spending: AccountSpending): ProviderEstimate {
  const { id: token, label, state, account, model } = provider
  const estimate = (basis: EstimateBasis, usdPerAnswer: number | null) => ({
    token,
    label,
    basis,
    usdPerAnswer,
  })
  if (state !== 'real') return estimate('free', 0)
  const recent = (account === null ? spending.installation : spending.own).get(token)?.meanUsd
  if (recent) return estimate('recent', recent)
  const typical = provider.costOf({
    model: { requested: model, reported: null },
    usage: TYPICAL_USAGE,
    costUsd: null,
    searched: true,
  })
  return typical ? estimate('prices', typical.usd) : estimate('unknown', null)
}
