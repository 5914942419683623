import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Question } from '../core/provider-port/driver.ts'
import type { DriverDefinition } from './foundation/define-driver.ts'

/** Test helper: writes PROVIDERS_FILE into a new folder and returns its path. Objects are written as JSON. */
export function writeProvidersFile(content: unknown): string {
  const file = join(mkdtempSync(join(tmpdir(), 'providers-')), 'providers.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

/** Test helper: an entry for a server that needs no key. */
export const local = {
  id: 'local',
  driver: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:1/v1',
  model: 'llama3.2',
}

/** Test helper: returns a question without saved state. Values that a driver saves are discarded. */
export function sampleQuestion(question: Partial<Question> = {}): Question {
  return {
    prompt: 'best CRM',
    location: 'DE',
    persona: null,
    replicate: 1,
    askedAt: new Date('2026-11-18T12:00:00Z'),
    signal: new AbortController().signal,
    pending: { saved: null, save: async () => {} },
    ...question,
  }
}

/** Test helper: returns the schemas of a driver's options by name. */
export function optionsOf(entry: DriverDefinition['entry']): z.core.$ZodShape {
  return objectIn(entry.in.shape.options).shape
}

/** Returns the object schema inside defaults, optionals and pipes. */
function objectIn(schema: unknown): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema
  if (schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional) return objectIn(schema.unwrap())
  if (schema instanceof z.ZodPipe) return objectIn(schema.in)
  throw new Error('the options of a driver are an object')
}
