import { describe, expect, it } from 'vitest'
import { simulatedMarket } from '../../providers/simulated/market.ts'
import { parsePage } from './page.ts'
import { type ProjectSettings, propose } from './propose.ts'

const PROJECT: ProjectSettings = {
  analysisBrandName: 'Acme',
  url: 'https://acme.com/en',
  aliases: [],
  domains: [],
  competitors: [],
}

function proposals(project: Partial<ProjectSettings>, html?: string, url = 'https://www.acme.com/') {
  const settings = { ...PROJECT, ...project }
  return propose(settings, {
    page: html === undefined ? null : parsePage(html, url),
    market: simulatedMarket(settings.url),
  })
}
const payloads = (all: ReturnType<typeof proposals>, kind: string) =>
  all.filter((proposal) => proposal.kind === kind).map(({ payload }) => payload)
const texts = (all: ReturnType<typeof proposals>) =>
  all.flatMap((proposal) => (proposal.kind === 'prompt' ? [proposal.payload.text] : []))

describe('proposals based only on a name', () => {
  it('are at least five prompts about the brand, without invented facts', () => {
    const all = proposals({ url: null })
    expect(all.length).toBeGreaterThanOrEqual(5)
    expect(all.every(({ kind }) => kind === 'prompt')).toBe(true)
    expect(texts(all).every((text) => text.includes('Acme'))).toBe(true)
  })

  it.each([
    ['Acme, Inc.', 'Acme'],
    ['Müller GmbH', 'Müller'],
    ['Nordic AB', 'Nordic'],
  ])('shorten %s to %s and keep the longer name as an alias', (name, brand) => {
    const all = proposals({ analysisBrandName: name, url: null })
    expect(payloads(all, 'brand_name')).toEqual([{ name: brand }])
    expect(payloads(all, 'alias')).toEqual([{ name }])
  })

  it.each(['Inc', 'AB', 'Sage', 'Corporation'])('leave the name %s unchanged', (name) => {
    expect(payloads(proposals({ analysisBrandName: name, url: null }), 'brand_name')).toEqual([])
  })
})

describe('proposals from a page', () => {
  const PAGE = `<html lang=en><title>Acme | Project planning for small teams</title>
    <meta name=description content="Acme is the easiest project planner for small teams. Try it.">
    <meta property=og:site_name content="Acme HQ">
    <h2>Why teams switch from Globex, Initech and Hooli</h2><h3>Acme vs. Umbrella</h3>
    <p>The best alternative to Globex.</p><p>Compare Acme vs Stark Industries</p><p>An alternative to the old way</p>`

  it('use the name, description and aliases of the page', () => {
    const all = proposals({}, PAGE)
    expect(payloads(all, 'brand_name')).toEqual([{ name: 'Acme HQ' }])
    expect(payloads(all, 'description')).toEqual([
      { text: 'Acme is the easiest project planner for small teams. Try it.' },
    ])
    expect(payloads(all, 'alias')).toEqual([{ name: 'Acme' }])
  })

  it('include each competitor that the page compares the brand with once', () => {
    const names = payloads(proposals({ competitors: ['HOOLI'] }, PAGE), 'competitor')
    expect(names).toEqual([
      { name: 'Globex', url: null },
      { name: 'Initech', url: null },
      { name: 'Umbrella', url: null },
      { name: 'Stark Industries', url: null },
    ])
  })

  it('include prompts about the topic of the page and about the brand', () => {
    const all = texts(proposals({}, PAGE))
    expect(all.length).toBeGreaterThanOrEqual(5)
    expect(all.length).toBeLessThanOrEqual(10)
    expect(new Set(all).size).toBe(all.length)
    expect(all).toContain('What is the best project planner for small teams?')
    expect(all).toContain('How does Acme HQ compare with Globex?')
  })

  it('only include prompts about the brand if the page is not in English', () => {
    const all = proposals({}, PAGE.replace('lang=en', 'lang=de'))
    expect(payloads(all, 'prompt').every((prompt) => 'branded' in prompt && prompt.branded)).toBe(true)
  })

  it('include the domains of redirects and canonical links that the project does not have yet', () => {
    expect(payloads(proposals({}, '<title>x</title>', 'https://shop.acme.com/'), 'domain')).toEqual([])
    const canonical = '<link rel=canonical href="https://www.acme.io/">'
    expect(payloads(proposals({}, canonical, 'https://acme.org/'), 'domain')).toEqual([
      { domain: 'acme.org' },
      { domain: 'acme.io' },
    ])
    expect(payloads(proposals({ domains: ['acme.io'] }, canonical), 'domain')).toEqual([])
    expect(payloads(proposals({ url: 'http://127.0.0.1:80/' }, '', 'http://127.0.0.1/'), 'domain')).toEqual(
      [],
    )
  })

  it('use a title as the name only if it matches the domain or the project', () => {
    expect(payloads(proposals({}, '<title>Welcome home</title>'), 'brand_name')).toEqual([])
    const spelled = proposals({ analysisBrandName: 'Norvella' }, '<title>ACME - Tools</title>')
    expect(payloads(spelled, 'brand_name')).toEqual([{ name: 'ACME' }])
  })
})

describe('proposals in a simulated market', () => {
  it('include the other brands of the market as competitors', () => {
    const all = proposals({ analysisBrandName: 'Taskfern', url: 'https://www.taskfern.example/' })
    const names = payloads(all, 'competitor')
    expect(names).toHaveLength(9)
    expect(names).toContainEqual({ name: 'Planloom', url: 'https://planloom.example' })
    expect(payloads(all, 'prompt')).toHaveLength(10)
    expect(payloads(all, 'description')).toHaveLength(1)
  })
})
