/** The building blocks of made answers in one language. */
export interface Words {
  lang: string
  /** Sentences before a list of tips. */
  openings: readonly string[]
  /** Sentences before an overview. */
  surveys: readonly string[]
  /** Sentences before steps. */
  instructions: readonly string[]
  /** Advice, each with a sentence about it. */
  tips: readonly (readonly [title: string, text: string])[]
  /** Tips with examples; `{}` is replaced by the names. */
  examples: readonly (readonly [title: string, text: string])[]
  /** Uses, each with a text about the names for it; `{}` is replaced by the names. */
  uses: readonly (readonly [title: string, text: string])[]
  groups: readonly string[]
  /** Descriptions of one name after a dash. */
  merits: readonly string[]
  /** Steps within one product; `{}` is replaced by its name. */
  steps: readonly string[]
  /** Titles of notes below the list, and the notes. */
  noteTitles: readonly string[]
  notes: readonly string[]
  and: string
}

const ENGLISH: Words = {
  lang: 'en',
  openings: [
    'It depends on what you need it for, but here are the most useful ways to go about it:',
    'There are several good ways to do this, and they can be combined:',
    'Here is what works best for most households:',
  ],
  surveys: [
    'One large group owns many of the names in the shops, and there are several smaller ones. Here is an overview:',
    'The most common ones are listed below by what they make:',
  ],
  instructions: ['Follow these steps to change it:', 'Here is how to do it on your device:'],
  tips: [
    [
      'Compare the price per unit',
      'Large packs are often cheaper, but only when you use all of them before they expire.',
    ],
    [
      'Freeze what you do not need yet',
      'Most of it keeps for months, although the texture may change a little.',
    ],
    [
      'Plan the week',
      'A short list keeps you from buying things twice and makes it easier to use what is left.',
    ],
    ['Store it well', 'Keep it cold and closed, and put what expires first in front.'],
    ['Use what is left over', 'A small rest can still become a sauce, a soup or a quick breakfast.'],
    ['Check the label', 'The name on the front says little about where it was made and what is in it.'],
  ],
  examples: [
    [
      "Choose the shops' own brands",
      'Names such as {} are often much cheaper and of about the same quality.',
    ],
    ['Use offers with a plan', 'Apps like {} show what is on offer near you this week.'],
    [
      'Look for a guide online',
      '{} have overviews with maps, and most of the entries are checked every year.',
    ],
    ['Use a tool for it', 'Tools like {} let you do this for free in the browser.'],
    ['Ask in a shop that knows', 'In larger towns you can go to {}, where the staff can tell you more.'],
  ],
  uses: [
    ['For everyday use', '{} – mild, easy to find and not too expensive.'],
    ['For cold dishes', '{}. They stay firm and taste fresh.'],
    ['If it has to be quick', 'a ready one such as {}. It saves time but costs more.'],
    ['Best for most people', '{}, as it does everything well enough.'],
    ['For a small budget', 'typically {}, above all in the discount shops.'],
  ],
  groups: [
    'Large and well known',
    'Smaller and specialised',
    'Own brands of the shops',
    'For beginners',
    'With more taste',
    'Organic',
  ],
  merits: [
    'organic, and known for its cheese',
    'fast and easy to use',
    'the classic, made since 1950',
    'mild and creamy',
    'a little dearer, with many features',
    'made in the south',
  ],
  steps: [
    'Open {} and click on the menu.',
    'Go to the settings and select the second tab.',
    'Select the file that you want to change in {}.',
    'Click on save, then close the window.',
    'Restart the device so that {} finds it.',
  ],
  noteTitles: ['Good to know', 'Tips for choosing', 'What to consider'],
  notes: [
    'Prices change from week to week, and {} has offers less often.',
    'Look at the sugar: many kinds with taste contain a lot of it.',
    'Owners of {} say that it takes some time to get used to.',
    'Check the date before you buy more than one.',
  ],
  and: 'and',
}

const DANISH: Words = {
  lang: 'da',
  openings: [
    'Det afhænger af, hvad du skal bruge det til, men her er de mest effektive måder:',
    'Der er flere gode måder at gøre det på, og de kan kombineres:',
    'Her er det, der virker bedst i de fleste husholdninger:',
  ],
  surveys: [
    'Én stor koncern står bag mange af de mærker, man møder i butikkerne, og der er en række mindre. Her er et overblik:',
    'De mest almindelige er:',
  ],
  instructions: ['Følg disse trin for at ændre det:', 'Sådan gør du på din enhed:'],
  tips: [
    [
      'Sammenlign kiloprisen',
      'Store pakker er ofte billigere, men kun hvis I når at bruge dem inden datoen.',
    ],
    [
      'Frys det, der egner sig',
      'Det meste kan holde sig i flere måneder, selv om konsistensen kan ændre sig lidt.',
    ],
    ['Planlæg ugen', 'En kort liste gør det lettere at bruge det, I allerede har, og I køber ikke dobbelt.'],
    ['Opbevar det rigtigt', 'Hold det koldt og lukket, og stil det forrest, der udløber først.'],
    ['Brug resterne', 'En lille rest kan stadig blive til en sauce, en suppe eller hurtig morgenmad.'],
    ['Læs etiketten', 'Navnet på forsiden siger ikke meget om, hvor varen er lavet, og hvad der er i den.'],
  ],
  examples: [
    [
      'Vælg butikkernes egne mærker',
      'Mærker som {} er ofte væsentligt billigere og af nogenlunde samme kvalitet.',
    ],
    ['Brug tilbud med omtanke', 'Apps som fx {} viser, hvad der er på tilbud i nærheden i denne uge.'],
    [
      'Brug en oversigt på nettet',
      '{} har kort og oversigter, og de fleste steder bliver kontrolleret hvert år.',
    ],
    ['Brug et værktøj', 'Værktøjer som {} kan gøre det gratis i browseren.'],
    [
      'Spørg i en butik, der ved noget',
      'I de større byer kan du gå til bl.a. {}, hvor personalet kan fortælle mere.',
    ],
  ],
  uses: [
    ['Til hverdag', '{} – mild, let at finde og ikke for dyr.'],
    ['Til kolde retter', '{}. De holder formen og smager friskt.'],
    ['Hvis det skal være nemt', 'en færdig variant som {}. Den sparer tid, men koster mere.'],
    ['Bedst til det meste', '{}, som klarer det hele godt nok.'],
    ['Billigst', 'typisk {}, især i discountbutikkerne.'],
  ],
  groups: [
    'Store og landsdækkende',
    'Mindre og specialiserede',
    'Butikkernes egne mærker',
    'Til begyndere',
    'Med mere smag',
    'Økologisk',
  ],
  merits: [
    'økologisk, kendt for sine oste',
    'hurtig og let at bruge',
    'klassikeren, der er lavet siden 1950',
    'mild og cremet',
    'lidt dyrere, med mange muligheder',
    'fra Sønderjylland',
  ],
  steps: [
    'Åbn {} og klik på menuen.',
    'Gå til indstillinger, og vælg den anden fane.',
    'Vælg den fil, du vil ændre, i {}.',
    'Klik på gem, og luk vinduet.',
    'Genstart enheden, så {} finder den.',
  ],
  noteTitles: ['Godt at vide', 'Sådan vælger du', 'Et par tips'],
  notes: [
    'Priserne skifter fra uge til uge, og {} har sjældnere tilbud.',
    'Kig på sukkeret: mange varianter med smag har meget af det.',
    'Ejere af {} siger, at det kræver lidt tilvænning.',
    'Tjek datoen, før du køber mere end én.',
  ],
  and: 'og',
}

/** The languages of made answers. */
export const LANGUAGES: readonly Words[] = [ENGLISH, DANISH]
