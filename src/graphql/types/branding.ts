import { type BrandingRecord, brandingDefinition } from '../../core/branding/definition.ts'
import { readBranding } from '../../core/branding/read.ts'
import { setBranding } from '../../core/branding/update.ts'
import { builder } from '../foundation/builder.ts'
import { fieldsOf } from '../foundation/define.ts'
import { Organization } from './organization.ts'

const of = fieldsOf(brandingDefinition)
const Branding = builder.objectRef<BrandingRecord>('Branding').implement({
  description: 'How reports, emails and shared pages of an organization look.',
  fields: (t) => ({
    name: t.exposeString('name', of('name')),
    color: t.exposeString('color', of('color')),
    logo: t.exposeString('logoUrl', of('logoUrl')),
  }),
})

builder.objectField(Organization, 'branding', (t) =>
  t.field({
    type: Branding,
    description: 'How reports, emails and shared pages look; the default until it is set.',
    resolve: (_, __, { ctx }) => readBranding({ ctx }),
  }),
)

const SetBrandingInput = builder.inputType('SetBrandingInput', {
  description: 'Changes of the branding. Omitted fields do not change; null restores the default.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the sender, at most 60 characters.' }),
    color: t.string({ description: 'Color of the sender: `#` and six hexadecimal digits.' }),
    logo: t.string({
      description: 'A `data:` URL of a PNG or JPEG image in base64, at most 100,000 bytes and 2,000 pixels.',
    }),
  }),
})

const SetBrandingPayload = builder.objectRef<{ branding: BrandingRecord }>('SetBrandingPayload').implement({
  description: 'The changed branding.',
  fields: (t) => ({
    branding: t.expose('branding', { type: Branding, description: 'The changed branding.' }),
  }),
})

builder.mutationField('setBranding', (t) =>
  t.field({
    type: SetBrandingPayload,
    description:
      'Changes how reports, emails and shared pages of the organization look. For signed-in admins, and for organization keys with the scope admin.',
    args: { input: t.arg({ type: SetBrandingInput, required: true, description: 'The branding.' }) },
    resolve: async (_, { input: { name, color, logo } }, { ctx }) => ({
      branding: await setBranding({
        ctx,
        input: {
          ...(name !== undefined && { name }),
          ...(color !== undefined && { color }),
          ...(logo !== undefined && { logoUrl: logo }),
        },
      }),
    }),
  }),
)
