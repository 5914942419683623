import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { ASKER_ACCOUNTS, PERSONAS_APPLIED, SAMPLINGS } from '../../definitions/vocabulary.ts'

/** What the surface knew about the person who asked. It is not controlled otherwise. */
export const askerDefinition = z
  .object({
    account: enumSchema(ASKER_ACCOUNTS, 'Account that asked.'),
    history: z
      .boolean()
      .describe('Whether earlier conversations could affect the answer.')
      .register(fieldMetadata, { example: false }),
    persona: enumSchema(PERSONAS_APPLIED, 'How the persona was passed on.'),
    sampling: enumSchema(SAMPLINGS, 'Sampling settings such as the temperature.'),
  })
  .register(fieldMetadata, { immutable: true })

export type Asker = z.output<typeof askerDefinition>
