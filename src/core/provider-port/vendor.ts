/** A company that sells answers. Its credentials are entered and stored together. */
export interface Vendor {
  /** The driver's name, or the token of the provider if several vendors share the driver. */
  id: string
  label: string
  /** Its credentials. */
  fields: readonly VendorField[]
  /** The providers that it can answer for. */
  providers: readonly { token: string; label: string }[]
  /** Web page where customers create credentials; null if it is not known. */
  credentialsUrl: string | null
}

/** One of the values that a vendor's API needs. */
export interface VendorField {
  /** The environment variable that also sets it. */
  variable: string
  /** Name on the vendor's pages, such as `API key`. */
  label: string
}

/** Values of credentials by environment variable. */
export type CredentialValues = Readonly<Record<string, string>>
