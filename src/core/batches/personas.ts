import { z } from 'zod'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { badFields } from '../foundation/parse.ts'
import { nameSchema, textSchema } from '../foundation/text.ts'
import type { Provider } from '../provider-port/registry.ts'

/** Maximum number of personas of an analysis. */
const MAXIMUM_PERSONAS = 5

/** A persona that questions are asked as. */
export const personaDefinition = z
  .object({
    name: z
      .string()
      .describe('Name of the persona, which results and metrics refer to.')
      .register(fieldMetadata, { example: 'student' }),
    text: z
      .string()
      .nullable()
      .describe('What the surface is told about the person; null asks without a persona, for comparison.')
      .register(fieldMetadata, { example: 'I am a student with a small budget.' }),
  })
  .register(fieldMetadata, { immutable: true })

export type Persona = z.output<typeof personaDefinition>

/** Personas in a request: 1–5 with distinct names. */
export const personasSchema = z
  .array(
    z.strictObject(
      {
        name: nameSchema.describe(personaDefinition.shape.name.description ?? ''),
        text: textSchema(1_000)
          .nullable()
          .describe(personaDefinition.shape.text.description ?? ''),
      },
      'must be an object with name and text',
    ),
    'must be a list of personas',
  )
  .min(1, 'must contain at least one persona')
  .max(MAXIMUM_PERSONAS, `must contain at most ${MAXIMUM_PERSONAS} personas`)
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, 'must not repeat a name')

/** Parses the personas of a batch; empty for a batch without personas. */
export function storedPersonas(stored: unknown): Persona[] {
  return stored === null ? [] : z.array(personaDefinition).parse(stored)
}

/**
 * Checks that each provider can be asked as a persona.
 * @throws {AppError} BAD_REQUEST on `personas`
 */
export function checkPersonas(
  providers: readonly Provider[],
  personas: readonly Persona[] | undefined,
): void {
  if (!personas?.some(({ text }) => text !== null)) return
  const unable = providers.filter(({ applies }) => applies.persona === 'none').map(({ id }) => id)
  if (unable.length === 0) return
  throw badFields({
    personas: `cannot be used with ${unable.join(', ')}, which answer searches and take no description of a person`,
  })
}
