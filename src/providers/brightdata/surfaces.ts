import { COUNTRY_CODES } from '../../definitions/countries/country-codes.ts'

/** Scraper settings of one surface. */
interface ScrapedSurface {
  /**
   * Id of the vendor's scraper. The id for ChatGPT is documented; the others come from the vendor's library
   * (https://brightdata.com/cp/scrapers). Null if it is only shown to customers; `options.datasetId` is then required.
   */
  datasetId: string | null
  /** Page that the scraper's input has to name. */
  url: string
  /** Maximum length of a prompt in characters; null if no limit is documented. */
  longestPrompt: number | null
  /**
   * Countries that the surface cannot be asked from, according to https://docs.brightdata.com/datasets/scrapers
   * (accessed 2026-11-21).
   */
  except: string
}

/** Surfaces by their name in `options.surface`. */
export const SURFACES = {
  chatgpt: {
    datasetId: 'gd_m7aof0k82r803d5bjm',
    url: 'https://chatgpt.com/',
    longestPrompt: 4_096,
    except:
      'AQ BL BV BY CC CN CU CX CZ EH ER GS HK HM IO IQ IR KI KP LB MO MS NA NF NU PM PN PS PY RU SD SH SJ SY TF TK UM VE',
  },
  perplexity: {
    datasetId: 'gd_m7dhdot1vw9a7gc1n',
    url: 'https://www.perplexity.ai/',
    longestPrompt: null,
    except: 'AQ BV BY CC CN CU CX EH ER GS HM IO IQ IR KP LB MS NF PN PS RU SD SJ SY TF TK UM',
  },
  gemini: {
    datasetId: 'gd_mbz66arm2mf9cu856y',
    url: 'https://gemini.google.com/',
    longestPrompt: null,
    except: 'AQ BV BY CC CN CU CX EH ER GS HM IQ IR KP LB MS NF NU PN PS RU SD SJ SY TF TK UM VA',
  },
  copilot: {
    datasetId: 'gd_m7di5jy6s9geokz8w',
    url: 'https://copilot.microsoft.com/chats',
    longestPrompt: null,
    except:
      'AI AQ BL BR BV BY CC CN CU CX EH ER GS HM IO IQ IR IT KP LB LI MS NA NF PN PS RU SD SJ SY TF TK UM VA VE',
  },
  google_ai_mode: {
    datasetId: 'gd_mcswdt6z2elth3zqr2',
    url: 'https://google.com/aimode',
    longestPrompt: null,
    except: 'AQ BY CU FR IQ IR KP LB LC PF PR PS RU SD SY',
  },
  grok: {
    datasetId: 'gd_m8ve0u141icu75ae74',
    url: 'https://grok.com/',
    longestPrompt: null,
    except:
      'AF AQ BG BL BN BV BY CD CF CG CH CL CN CU CX DE EH ER FK GE GS HM HT IN IO IQ IR KP LB LI LY MF MH MM MS NA ' +
      'NF NR NU PK PM PN PS PW QA RU SD SH SJ SO SS SX SY TF TK TV UA UM VA VE WF YE ZW',
  },
  meta_ai: {
    datasetId: null,
    url: 'https://www.meta.ai/',
    longestPrompt: null,
    except:
      'AF AQ BD BF BH BL BV BY CC CD CF CN CU CX EH ER ET GQ GS HK HM HN HT IL IO IQ IR JP KG KP KR KW KZ ' +
      'LB ML MM MO MS MY NF NI NP NU OM PN PS RU SD SJ SO SS SY TF TG TJ TK TM TR TW UA UM UZ VA VE WF',
  },
} as const satisfies Record<string, ScrapedSurface>

export type SurfaceName = keyof typeof SURFACES

/** Returns the ISO 3166-1 alpha-2 codes of the countries that a surface can be asked from. */
export function countriesOf(surface: SurfaceName): string[] {
  const except = new Set(SURFACES[surface].except.split(' '))
  return [...COUNTRY_CODES].filter((code) => !except.has(code))
}
