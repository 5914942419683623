import { describe, expect, it } from 'vitest'
import { extract } from '../extract.ts'

function found(text: string, names: readonly string[]): string[] {
  const { mentions } = extract({ text, entities: names.map((name) => ({ name })) })
  return mentions.map(({ start, end }) => text.slice(start, end))
}

type Case = readonly [name: string, text: string, mentions: readonly string[]]

function testCases(cases: readonly Case[]): void {
  it.each(cases)('%s in "%s"', (name, text, mentions) => {
    expect(found(text, name.split(' | '))).toEqual(mentions)
  })
}

describe('letter case and letters', () => {
  testCases([
    ['Straße', 'STRASSE, Straße', ['STRASSE', 'Straße']],
    [
      'İstanbul Kart',
      'istanbul kart, ISTANBUL KART, İstanbul Kart',
      ['istanbul kart', 'ISTANBUL KART', 'İstanbul Kart'],
    ],
    ['Işık', 'ışık, IŞIK, isik', ['ışık', 'IŞIK', 'isik']],
    ['Σκλαβενίτης', 'ΣΚΛΑΒΕΝΙΤΗΣ, σκλαβενίτης', ['ΣΚΛΑΒΕΝΙΤΗΣ', 'σκλαβενίτης']],
    ['Ёлка', 'ЁЛКА, Елка', ['ЁЛКА', 'Елка']],
    ['Figma', 'ﬁgma, Ｆｉｇｍａ', ['ﬁgma', 'Ｆｉｇｍａ']],
    ['Nestle', 'Nestlé, NESTLE', ['Nestlé', 'NESTLE']],
    ['Löwenbräu', 'Loewenbraeu, Lowenbrau, LÖWENBRÄU', ['Loewenbraeu', 'Lowenbrau', 'LÖWENBRÄU']],
    ['Løgismose', 'Loegismose, Logismose', ['Loegismose', 'Logismose']],
    ['Ålandsbanken', 'Aalandsbanken, Alandsbanken', ['Aalandsbanken', 'Alandsbanken']],
  ])
})

describe('possessives and plurals', () => {
  testCases([
    ['Lego', "LEGO's LEGO’s LEGO´s LEGOʼs LEGO＇s", ['LEGO', 'LEGO', 'LEGO', 'LEGO', 'LEGO']],
    ["McDonald's", 'McDonalds, McDonald’s', ['McDonalds', 'McDonald’s']],
    ['Levis', "Levi's jeans", ["Levi's"]],
    ['Levis | Levi', "Levi's and Levis", ['Levi', 'Levis']],
    ['Trader Joes', 'Trader Joe’s', ['Trader Joe’s']],
    ["L'Oréal", 'L’Oreal, LOreal', ['L’Oreal', 'LOreal']],
    ['Tesla', 'Two Teslas and teslas', ['Tesla']],
    ['ThinkPad', 'old ThinkPads', ['ThinkPad']],
    ['Canva', 'Paint on a canvas. Canvas is an LMS.', []],
    ['Len', 'The Lens and Len', ['Len']],
    ['Box', 'Boxes and a Boxs', []],
  ])
})

describe('spaces, hyphens and joined words', () => {
  testCases([
    [
      'Coca-Cola',
      'Coca Cola, Coca‑Cola, CocaCola, Coca－Cola',
      ['Coca Cola', 'Coca‑Cola', 'CocaCola', 'Coca－Cola'],
    ],
    ['Coca Cola', 'Coca-Cola and CocaCola', ['Coca-Cola', 'CocaCola']],
    ['T-Mobile', 'T Mobile, TMobile', ['T Mobile', 'TMobile']],
    ['ClickUp', 'Click Up, Click-Up; click up there', ['Click Up', 'Click-Up']],
    ['e-conomic', 'the economic news of e-conomic, E-conomic', ['e-conomic', 'E-conomic']],
    ['Acme E-Mail Guard', 'Acme Email Guard', ['Acme Email Guard']],
    ['7-Eleven', '7Eleven, 7 Eleven', ['7Eleven', '7 Eleven']],
    ['1Password', '1 Password, or 1 password for all', ['1 Password']],
    ['Rema 1000', 'Rema1000 and REMA 1000', ['Rema1000', 'REMA 1000']],
    ['Acme Cloud', '#AcmeCloud #acmecloud acmecloud', ['AcmeCloud', 'acmecloud']],
    ['Acme Cloud', 'Acme&nbsp;Cloud', ['Acme&nbsp;Cloud']],
    [
      'Acme Cloud',
      'Of all the tools that were compared for this answer we liked Acme\nCloud, not Acme\n\nCloud.',
      ['Acme\nCloud'],
    ],
  ])
})

describe('punctuation and symbols in names', () => {
  testCases([
    [
      'Johnson & Johnson',
      'Johnson and Johnson, Johnson&Johnson, Johnson &amp; Johnson',
      ['Johnson and Johnson', 'Johnson&Johnson', 'Johnson &amp; Johnson'],
    ],
    ['Marks and Spencer', 'Marks & Spencer', ['Marks & Spencer']],
    ['H&M', 'H & M, h&m, H and M', ['H & M', 'h&m']],
    ['AT&T', 'AT&T, AT\\&T, at and t', ['AT&T', 'AT\\&T']],
    ['C++', 'C++, C and C#', ['C++']],
    ['C', 'C++, C# and C', ['C']],
    ['.NET', '.NET and ASP.NET and net', ['.NET']],
    ['Yahoo!', 'Yahoo! and Yahoo', ['Yahoo!', 'Yahoo']],
    ['monday.com', 'Monday.com, www.monday.com, monday.com/x, a@monday.com', ['Monday.com']],
    ['Node.js', 'node.js', ['node.js']],
    ['3M', '3M, 3mm, 13M', ['3M']],
    ['Disney+ | Disney', 'Disney+ and Disney', ['Disney+', 'Disney']],
    ['E.ON', 'E.ON and eon', ['E.ON']],
    ['Dr. Martens', 'Dr Martens', ['Dr Martens']],
    ['Norvella, Inc.', 'Norvella and Norvella Inc', ['Norvella', 'Norvella Inc']],
    ['The Home Depot', 'Home Depot; a home depot', ['Home Depot']],
  ])
})

describe('scripts', () => {
  testCases([
    ['日産', '私は日産の車', ['日産']],
    ['ソニー', 'ｿﾆｰのテレビ', ['ｿﾆｰ']],
    ['ライン', 'ライン公式、オンライン、ラインナップ', ['ライン']],
    ['小米', '小米手机，小米', ['小米', '小米']],
    ['ซัมซุง', 'ซื้อซัมซุงที่ร้าน', ['ซัมซุง']],
    ['토스', '토스는 좋다. 토스트는 빵이다.', ['토스']],
    ['Slack', 'Slack은 비싸다. Slackは便利。', ['Slack', 'Slack']],
    [
      'أرامكو',
      'شركة أرامكو وأرامكو أَرَامْكُو ارامكو أرامـكو',
      ['أرامكو', 'أرامكو', 'أَرَامْكُو', 'ارامكو', 'أرامـكو'],
    ],
    ['الراجحي', 'بالراجحي للراجحى', ['الراجحي', 'للراجحى']],
    ['אל על', 'אֵל עַל ואל על', ['אֵל עַל', 'אל על']],
    ['टाटा मोटर्स | टाटा', 'टाटा मोटर्स और टाटा', ['टाटा मोटर्स', 'टाटा', 'टाटा']],
  ])
})

describe('markdown and URLs around names', () => {
  testCases([
    ['Acme', '🚀Acme🚀 ✅Acme 👩‍💻Acme', ['Acme', 'Acme', 'Acme']],
    ['Acme', '**Ac**me, ***Acme***, _Acme_, ~~Acme~~', ['Ac**me', 'Acme', 'Acme', 'Acme']],
    ['Acme Cloud', '**Acme** Cloud, *Acme* *Cloud*', ['Acme** Cloud', 'Acme* *Cloud']],
    ['Acme', '[Acme](https://acme.com) `Acme` <b>Acme</b>', ['Acme', 'Acme']],
    ['Acme', 'acme.com, sales@acme.com, https://acme.com/acme, @acme, #acme', ['acme', 'acme']],
    ['Acme', 'ACME.COM and acme.co.uk', []],
    ['You', 'With you.com you can search. You can.', []],
    ['Løgismose', 'løgismose.dk', []],
    ['Acme | Acme acme', 'Acme acme.com and Acme acme', ['Acme', 'Acme acme', 'Acme']],
    ['Box', 'Operations, Dropbox, box.com and Box', ['Box']],
    ['Acme', 'acme_corp and SuperAcme', []],
  ])
})

describe('product names', () => {
  testCases([
    ['Samsung Galaxy Z Fold7', 'The Galaxy Z Fold7, not the Galaxy Z Flip7', ['Galaxy Z Fold7']],
    [
      'Samsung Galaxy Z Fold7',
      'the Galaxy Z Fold 7; Samsung’s Galaxy Z Fold7',
      ['Galaxy Z Fold 7', 'Samsung’s Galaxy Z Fold7'],
    ],
    ['Samsung Galaxy Z Fold7', 'Fold7, Galaxy Fold7, Galaxy Z Fold70, galaxy z fold', []],
    ['Apple iPhone 16', 'iPhone 16 Pro, iPhone 16 Plus, iPhone 16e, iPhone 16', ['iPhone 16']],
    ['Apple iPhone 16 Pro | Apple iPhone 16 Pro Max', 'iPhone 16 Pro Max', ['iPhone 16 Pro Max']],
    ['Sony WH-1000XM5', 'WH-1000XM5, WH1000XM5, WH-1000XM4', ['WH-1000XM5', 'WH1000XM5']],
    [
      'Microsoft | Microsoft Teams',
      'Microsoft Teams by Microsoft',
      ['Microsoft Teams', 'Microsoft', 'Microsoft'],
    ],
    ['Level 3 Networks | Forever 21', '3 Networks and 21', []],
    ['Norvella Desk 4', 'shopNorvella Desk 4449,95 $ and Norvella Desk 41 $', ['Norvella Desk 4']],
    ['Air Norvella', 'Norvella', []],
  ])
})

describe('a name shared by several entities', () => {
  it('is attributed to the first entity', () => {
    const entities = [
      { name: 'Zephyr Tools', aliases: ['ZT'] },
      { name: 'Zenith Tiles', aliases: ['ZT'] },
    ]
    expect(extract({ text: 'ZT', entities }).mentions.map(({ entity }) => entity)).toEqual([0])
  })

  it('is attributed to the entity with exactly that name, not to one with a variant of it', () => {
    const entities = [{ name: 'Samsung Galaxy S25' }, { name: 'Galaxy S25' }]
    expect(extract({ text: 'Galaxy S25', entities }).mentions.map(({ entity }) => entity)).toEqual([1])
  })

  it('is attributed to the next entity if the text does not mean the brand of the first', () => {
    const entities = [{ name: 'Shell' }, { name: 'shell' }]
    expect(
      extract({ text: 'The script runs in a shell.', entities }).mentions.map(({ entity }) => entity),
    ).toEqual([1])
  })
})
