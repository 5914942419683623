import { z } from 'zod'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'

/** Color of organizations without branding. */
export const DEFAULT_COLOR = '#0b5cad'

/** Maximum size of a logo in bytes. Every email contains it. */
export const MAX_LOGO_BYTES = 100_000

/** Maximum width and height of a logo in pixels. */
export const MAX_LOGO_PIXELS = 2_000

/** Media types of logos. SVG is not allowed, because it can contain scripts and email programs do not show it. */
export const LOGO_TYPES = ['image/png', 'image/jpeg'] as const

/** An image in reports, emails and shared pages. */
export interface Logo {
  type: (typeof LOGO_TYPES)[number]
  data: Uint8Array
}

/** How the reports, emails and shared pages of an organization look. */
export interface Branding {
  /** Shown instead of the product's name; null without branding. */
  name: string | null
  /** Six hexadecimal digits after `#`, in lower case. */
  color: string
  logo: Logo | null
}

/** Branding as its fields in the APIs. */
export const brandingDefinition = z.object({
  name: z
    .string()
    .nullable()
    .describe('Name of the sender in reports, emails and shared pages; null for the name of the product.')
    .register(fieldMetadata, { example: 'Northwind Agency' }),
  color: z
    .string()
    .describe(
      'Color of the sender, such as `#0b5cad`. Where it is the color of text, it is darkened or lightened until the contrast is at least 4.5.',
    )
    .register(fieldMetadata, { example: DEFAULT_COLOR }),
  logoUrl: z
    .string()
    .nullable()
    .describe('Logo as a `data:` URL; null without a logo.')
    .register(fieldMetadata, { example: null }),
})

export type BrandingRecord = z.output<typeof brandingDefinition>

/** Returns an image as a `data:` URL. */
export function toDataUrl({ type, data }: Logo): string {
  return `data:${type};base64,${Buffer.from(data).toString('base64')}`
}
