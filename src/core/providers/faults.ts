import type { ProviderFault } from '../provider-port/driver.ts'
import type { Provider } from '../provider-port/registry.ts'

/** How a fault is explained to customers, who cannot see the configuration, and to operators. */
interface FaultTexts {
  /** Error message of a unit that was not answered. */
  unit: string
  /** Why the provider is not available, as the end of a sentence for customers. */
  because: string
  /** What the vendor rejected, as the start of a sentence for operators that continues with "rejected". */
  rejected(provider: Provider): string
  /** What an operator can do. */
  fix(provider: Provider): string
}

/** The texts of every fault that only an operator can remove. */
export const FAULT_TEXTS: Readonly<Record<ProviderFault, FaultTexts>> = {
  account: {
    unit: 'The provider is not available.',
    because: 'because it rejects the credentials or the account of this installation',
    rejected: ({ variables, storedVendor }) =>
      storedVendor
        ? `the stored credentials of ${storedVendor.label} were rejected`
        : `${namesOf(variables) || 'the request'} ${variables.length > 1 ? 'were' : 'was'} rejected`,
    fix: ({ variables, storedVendor }) =>
      storedVendor
        ? `replace the credentials of ${storedVendor.label}, or raise the quota of their account`
        : fixOfEnvironment(variables),
  },
  model: {
    unit: 'The provider does not offer the configured model.',
    because: 'because it does not offer the configured model',
    rejected: ({ model }) => `the model ${model ?? ''} was rejected`,
    fix: ({ settingName }) =>
      `set ${settingName('model')} to a model that the vendor offers to this account, and restart`,
  },
  size: {
    unit: 'The question or the longest permitted answer is too large for the provider.',
    because: 'because its requests are too large for the account of this installation',
    rejected: () => 'the size of the requests was rejected',
    fix: ({ settingName }) =>
      `lower ${settingName('options.maximumTokens')}, or raise the limit of tokens per minute of its account, and restart`,
  },
  api: {
    unit: 'The provider no longer offers the API that this installation uses.',
    because: 'because it no longer offers the API that this installation uses',
    rejected: () => 'the version of the API was rejected',
    fix: ({ settingName }) =>
      `update Answergraph, or correct ${settingName('baseUrl')} and the options of the provider, and restart`,
  },
}

function fixOfEnvironment(variables: readonly string[]): string {
  if (variables.length === 0) return 'correct its entry in PROVIDERS_FILE'
  return `set a valid ${namesOf(variables)}, or raise the quota of its account, and restart`
}

function namesOf(variables: readonly string[]): string {
  return new Intl.ListFormat('en').format(variables)
}
