import { expect, test } from 'vitest'
import { placementsIn } from './placements.ts'

const CARD = { kind: 'product', brand: null, seller: null, price: null, currency: null, url: null }

test('cards have the same form whatever their vendor names the fields', () => {
  expect(
    placementsIn('product', [
      { title: 'Acme One', price: 49.5, currency: 'EUR', merchants: 'Shop', url: 'https://shop.example/1' },
      {
        name: 'Acme Two',
        brand: { name: 'Acme' },
        price: { current: 1299, currency: 'USD' },
        seller: 'Store',
        link: 'https://shop.example/2',
      },
    ]),
  ).toEqual([
    {
      ...CARD,
      title: 'Acme One',
      seller: 'Shop',
      price: 49.5,
      currency: 'EUR',
      url: 'https://shop.example/1',
      position: 1,
    },
    {
      ...CARD,
      title: 'Acme Two',
      brand: 'Acme',
      seller: 'Store',
      price: 1299,
      currency: 'USD',
      url: 'https://shop.example/2',
      position: 2,
    },
  ])
})

test.each<[unknown, number | null, string | null]>([
  ['$1,299.00', 1299, null],
  ['1.299,00 €', 1299, 'EUR'],
  ['£15', 15, 'GBP'],
  ['US$ 9.99', 9.99, 'USD'],
  ['12 000', 12_000, null],
  ['$10 – $20', null, null],
  ['free', null, null],
  [-1, null, null],
  [undefined, null, null],
])('the price %j is read as %j %j', (price, amount, currency) => {
  expect(placementsIn('product', [{ title: 'Acme', price }])).toMatchObject([{ price: amount, currency }])
})

test('a list may be nested, and cards without a title or with a broken address are not invented', () => {
  const places = [{ title: 'Acme Café', link: 'javascript:alert(1)' }, { rating: 5 }, 'text', null]
  expect(placementsIn('local_business', { places })).toEqual([
    { ...CARD, kind: 'local_business', title: 'Acme Café', position: 1 },
  ])
  for (const nothing of [null, 'text', 1, [], {}]) expect(placementsIn('card', nothing)).toEqual([])
})
