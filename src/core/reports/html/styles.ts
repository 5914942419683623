import { readableOn } from '../../branding/contrast.ts'

/** Where a report is shown. Programs for email ignore style sheets in part, so an email also has inline styles. */
export type Medium = 'email' | 'page'

/** Colors of the light and the dark appearance. */
const LIGHT = {
  page: '#f3f4f7',
  card: '#ffffff',
  text: '#1c2330',
  muted: '#566074',
  line: '#dfe3ea',
  tile: '#f7f8fa',
}
const DARK = {
  page: '#11141a',
  card: '#1a1f28',
  text: '#e6e9ef',
  muted: '#a3adbd',
  line: '#343c4a',
  tile: '#222834',
}

/** Width in pixels below which the cells of a table are stacked. */
const NARROW = 640

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Declarations of a class: always, in the dark appearance, and in narrow windows. */
interface Rule {
  base: string
  dark?: string
  narrow?: string
}

function rulesFor(color: string) {
  const [onCard, onDarkCard] = [readableOn(color, LIGHT.card), readableOn(color, DARK.card)]
  return {
    page: {
      base: `margin:0;padding:0;background:${LIGHT.page};color:${LIGHT.text};font:16px/1.5 ${FONT};-webkit-text-size-adjust:100%`,
      dark: `background:${DARK.page};color:${DARK.text}`,
    },
    outer: { base: 'padding:24px 12px', narrow: 'padding:0' },
    card: {
      base: `width:100%;max-width:960px;background:${LIGHT.card};border-collapse:separate;border-radius:8px`,
      dark: `background:${DARK.card}`,
    },
    bar: { base: `height:6px;background:${color};border-radius:8px 8px 0 0;font-size:0;line-height:0` },
    head: { base: 'padding:20px 32px 0', narrow: 'padding:16px 16px 0' },
    sender: { base: `color:${LIGHT.muted};font-size:14px;font-weight:600`, dark: `color:${DARK.muted}` },
    logo: { base: 'display:inline-block;background:#ffffff;border-radius:4px;padding:4px' },
    image: { base: 'display:block;height:40px;width:auto;max-width:240px;border:0' },
    body: { base: 'padding:4px 32px 24px', narrow: 'padding:0 16px 16px' },
    h1: {
      base: 'margin:16px 0 8px;font-size:26px;line-height:1.25;overflow-wrap:anywhere',
      narrow: 'font-size:22px',
    },
    h2: {
      base: `margin:32px 0 8px;font-size:18px;line-height:1.3;color:${onCard};overflow-wrap:anywhere`,
      dark: `color:${onDarkCard}`,
    },
    p: { base: 'margin:0 0 12px;overflow-wrap:anywhere' },
    list: { base: 'margin:0 0 12px;padding:0 0 0 20px' },
    item: { base: 'margin:0 0 6px;overflow-wrap:anywhere' },
    link: { base: `color:${onCard};text-decoration:underline`, dark: `color:${onDarkCard}` },
    tiles: { base: 'width:100%;border-collapse:separate;border-spacing:0 8px', narrow: 'display:block' },
    tile: {
      base: `padding:12px 16px;background:${LIGHT.tile};vertical-align:top;border-right:8px solid ${LIGHT.card}`,
      dark: `background:${DARK.tile};border-color:${DARK.card}`,
      narrow: 'display:block;width:auto;border-right:0;margin-bottom:8px',
    },
    label: { base: `display:block;font-size:13px;color:${LIGHT.muted}`, dark: `color:${DARK.muted}` },
    value: { base: 'display:block;font-size:22px;font-weight:600;line-height:1.3' },
    detail: { base: `display:block;font-size:13px;color:${LIGHT.muted}`, dark: `color:${DARK.muted}` },
    rows: {
      base: 'width:100%;border-collapse:collapse;margin:0 0 12px;font-size:14px',
      narrow: 'display:block',
    },
    group: { base: '', narrow: 'display:block' },
    heads: { base: '', narrow: 'display:none' },
    th: {
      base: `padding:6px 10px 6px 0;text-align:left;vertical-align:bottom;font-size:13px;font-weight:600;color:${LIGHT.muted};border-bottom:1px solid ${LIGHT.line}`,
      dark: `color:${DARK.muted};border-color:${DARK.line}`,
    },
    row: {
      base: '',
      dark: `border-color:${DARK.line}`,
      narrow: `display:block;padding:8px 0;border-bottom:1px solid ${LIGHT.line}`,
    },
    td: {
      base: `padding:6px 10px 6px 0;vertical-align:top;border-bottom:1px solid ${LIGHT.line};overflow-wrap:anywhere;font-variant-numeric:tabular-nums`,
      dark: `border-color:${DARK.line}`,
      narrow: 'display:block;padding:1px 0;border-bottom:0',
    },
    // Repeats the head of the column in each cell of a narrow window.
    name: {
      base: `display:none;mso-hide:all;color:${LIGHT.muted}`,
      dark: `color:${DARK.muted}`,
      narrow: 'display:inline',
    },
    foot: {
      base: `padding:16px 32px 24px;border-top:1px solid ${LIGHT.line};font-size:13px;color:${LIGHT.muted};overflow-wrap:anywhere`,
      dark: `border-color:${DARK.line};color:${DARK.muted}`,
      narrow: 'padding:16px',
    },
    field: {
      base: `display:block;box-sizing:border-box;width:100%;max-width:320px;margin:4px 0 12px;padding:8px 10px;font:inherit;color:${LIGHT.text};background:${LIGHT.card};border:1px solid ${LIGHT.muted};border-radius:6px`,
      dark: `color:${DARK.text};background:${DARK.card};border-color:${DARK.muted}`,
    },
    button: {
      base: `padding:8px 16px;font:inherit;font-weight:600;color:${readableOn('#ffffff', onCard)};background:${onCard};border:0;border-radius:6px;cursor:pointer`,
    },
    error: { base: 'margin:0 0 12px;color:#b3261e;font-weight:600', dark: 'color:#ffb4ab' },
  } as const satisfies Record<string, Rule>
}

type ClassName = keyof ReturnType<typeof rulesFor>

/** Returns the attributes of an element with a class, with a leading space. */
export type Attributes = (name: ClassName) => string

/** Styles of a document. */
export interface Styles {
  attributes: Attributes
  /** Content of the element `style`. */
  sheet: string
}

/**
 * Creates the styles of a document. In an email, elements have inline styles for the light appearance, and the style sheet adds
 * the dark appearance and narrow windows. A page has only the style sheet, so that its Content-Security-Policy can forbid
 * inline styles.
 * @param color the color of the sender, such as `#0a7cff`; where it is the color of text, it is changed to be readable
 */
export function createStyles(medium: Medium, color: string): Styles {
  const rules: Record<ClassName, Rule> = rulesFor(color)
  const entries = Object.entries(rules)
  const force = (declarations: string) => declarations.replace(/(;|$)/g, '!important$1')
  const block = (of: keyof Rule) =>
    entries
      .flatMap(([name, rule]) => {
        const declarations = rule[of]
        if (!declarations) return []
        return [`.${name}{${medium === 'email' ? force(declarations) : declarations}}`]
      })
      .join('')
  return {
    attributes: (name) =>
      medium === 'email' && rules[name].base
        ? ` class="${name}" style="${rules[name].base}"`
        : ` class="${name}"`,
    sheet: [
      ':root{color-scheme:light dark;supported-color-schemes:light dark}',
      '@page{size:A4;margin:12mm}',
      medium === 'page' ? block('base') : '',
      `@media (prefers-color-scheme:dark){${block('dark')}}`,
      `@media (max-width:${NARROW}px){${block('narrow')}}`,
      '@media print{tr,li{break-inside:avoid}h2{break-after:avoid}}',
    ].join('\n'),
  }
}
