import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { countTokens } from 'gpt-tokenizer'
import { describe, expect, it } from 'vitest'
import type { AppCtx } from '../../core/context.ts'
import type { Tool } from '../foundation/tool.ts'
import { TOOLS } from './all.ts'

// The protocol uses draft 2020-12; the validator in version 1 of the official client uses draft 7.
const VALIDATORS = [Ajv2020, Ajv].map((Validator) => new Validator({ strict: false, validateFormats: false }))

interface Property {
  description?: string
}

describe('the list of tools', () => {
  const tokensOf = (tools: readonly Tool[]) =>
    countTokens(JSON.stringify(tools.map((tool) => tool.listing())))

  it('has at most 12,500 tokens, to leave space in the context of a model', () => {
    expect(tokensOf(TOOLS)).toBeLessThan(12_500)
  })

  it.each([
    ['only reads', ['read'], 9_600],
    ['is for an agent', ['read', 'run'], 11_500],
    ['has all scopes', ['read', 'run', 'write'], 12_000],
  ])('of a project key that %s is shorter', (_, scopes, most) => {
    const actor = { type: 'key', keyId: 'k', organizationId: 'o', projectId: 'p', scopes }
    const ctx = { actor } as unknown as AppCtx
    expect(tokensOf(TOOLS.filter((tool) => tool.isFor(ctx)))).toBeLessThanOrEqual(most)
  })

  it('names each tool once', () => {
    expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length)
  })
})

describe.each(TOOLS.map((tool) => [tool.name, tool.listing()] as const))('the tool %s', (name, listing) => {
  it('has a name and a description for models', () => {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/)
    expect(listing.title).not.toBe('')
    expect(listing.description.length).toBeGreaterThan(60)
    expect(listing.description.length).toBeLessThan(700)
  })

  it('describes every argument and rejects unknown arguments', () => {
    const properties = (listing.inputSchema.properties ?? {}) as Record<string, Property>
    const undescribed = Object.keys(properties).filter((field) => !properties[field]?.description)
    expect(undescribed).toEqual([])
    expect(listing.inputSchema.additionalProperties).toBe(false)
  })

  it('describes every field of its result', () => {
    const properties = (listing.outputSchema.properties ?? {}) as Record<string, Property>
    const undescribed = Object.keys(properties).filter((field) => !isDescribed(properties[field]))
    expect(undescribed).toEqual([])
  })

  it('has schemas that validators of drafts 7 and 2020-12 compile, and no references in its arguments', () => {
    for (const validator of VALIDATORS) {
      expect(() => validator.compile(listing.inputSchema)).not.toThrow()
      expect(() => validator.compile(listing.outputSchema)).not.toThrow()
    }
    expect(listing.inputSchema).not.toHaveProperty('$schema')
    expect(JSON.stringify(listing.inputSchema)).not.toContain('$ref')
  })

  it('declares whether it reads, changes, spends or cancels', () => {
    expect(listing.annotations).toMatchObject({ readOnlyHint: expect.any(Boolean) })
  })
})

function isDescribed(property: (Property & { anyOf?: Property[] }) | undefined): boolean {
  return Boolean(property?.description ?? property?.anyOf?.some(({ description }) => description))
}
