import type { Vendor } from '../core/provider-port/vendor.ts'
import type { ProviderEntry } from './foundation/define-driver.ts'

/** Names of credentials on the pages of vendors, by the name that drivers use. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  apiKey: 'API key',
  login: 'Login',
  password: 'Password',
}

/** Returns the vendors of the entries, in their order. Entries that read the same variables have the same vendor. */
export function vendorsOf(entries: readonly ProviderEntry[]): Vendor[] {
  const vendors = new Map<string, Vendor>()
  for (const entry of entries) {
    const fields = fieldsOf(entry)
    if (fields.length === 0) continue
    const key = fields.map(({ variable }) => variable).join(' ')
    const vendor = vendors.get(key) ?? toVendor(entry)
    const isListed = vendor.providers.some(({ token }) => token === entry.id)
    const provider = { token: entry.id, label: entry.label }
    vendors.set(key, isListed ? vendor : { ...vendor, providers: [...vendor.providers, provider] })
  }
  return [...vendors.values()]
}

/** Returns the vendor of an entry among all vendors; null if it needs no credentials. */
export function vendorOf(entry: ProviderEntry, vendors: readonly Vendor[]): Vendor | null {
  const variables = fieldsOf(entry).map(({ variable }) => variable)
  if (variables.length === 0) return null
  return vendors.find(({ fields }) => fields.every(({ variable }) => variables.includes(variable))) ?? null
}

function fieldsOf({ variables }: ProviderEntry): Vendor['fields'] {
  return Object.entries(variables).flatMap(([name, variable]) =>
    variable === null ? [] : [{ variable, label: FIELD_LABELS[name] ?? name }],
  )
}

/** A vendor is named after its driver, unless the entry names its own variables, for example because vendors share the driver. */
function toVendor(entry: ProviderEntry): Vendor {
  const { id, label, driver } = entry
  const fields = fieldsOf(entry)
  const isDefault =
    driver.vendor !== null && fields.every(({ variable }) => driver.variables.includes(variable))
  if (!isDefault || driver.vendor === null) return { id, label, fields, providers: [], credentialsUrl: null }
  return { id: driver.name, ...driver.vendor, fields, providers: [] }
}
