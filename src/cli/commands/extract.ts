import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { z } from 'zod'
import { AppError } from '../../core/foundation/errors.ts'
import { parse } from '../../core/foundation/parse.ts'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { CITATION_KINDS } from '../../definitions/vocabulary.ts'
import { extract } from '../../extraction/extract.ts'
import { getErrorMessage } from '../../infra/error-message.ts'

const offset = z.int().nonnegative()

const sourceSchema = z.object({
  url: z.string(),
  title: z.string().nullable().default(null),
  kind: z.enum(valuesOf(CITATION_KINDS)).default('cited'),
  spans: z.array(z.object({ start: offset, end: offset })).default([]),
})

const inputSchema = z.object({
  text: z.string('must be a text'),
  entities: z.array(
    z.object({
      name: z.string('must be a text').min(1, 'must not be empty'),
      aliases: z.array(z.string()).optional(),
      domains: z.array(z.string()).optional(),
    }),
    'must be a list of {name, aliases?, domains?}',
  ),
  citations: z
    .array(z.union([z.string().transform((url) => sourceSchema.parse({ url })), sourceSchema]))
    .optional(),
})

/** Adds `extract`, which reads answers as JSON lines and prints their facts as JSON lines. It needs no server or database. */
export function addExtractCommand(program: Command): void {
  program
    .command('extract [file]')
    .description(
      'extract facts from answers: JSON lines {text, entities, citations?} in a file or on standard input',
    )
    .action(async (file: string | undefined) => {
      let number = 0
      for await (const line of createInterface({ input: file ? createReadStream(file) : process.stdin })) {
        number += 1
        if (line.trim() === '') continue
        const { text, entities, citations } = parse(inputSchema, parseLine(line, number))
        process.stdout.write(
          `${JSON.stringify(extract({ text, entities, ...(citations && { citations }) }))}\n`,
        )
      }
    })
}

function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw new AppError('BAD_REQUEST', `Line ${number} is not valid JSON: ${getErrorMessage(error)}`)
  }
}
