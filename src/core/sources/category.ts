import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import type { CitationOwner } from '../../definitions/vocabulary.ts'

/** Categories of source sites. */
export const SOURCE_CATEGORIES = {
  own: 'A site of the analysis brand.',
  competitor: 'A site of a tracked competitor.',
  editorial: 'A well-known newspaper, magazine, news agency or broadcaster.',
  social: 'A well-known forum, social network, or site with videos or posts by its users.',
  review: 'A well-known site of reviews and ratings by users or testers.',
  reference: 'A well-known encyclopedia, dictionary or knowledge base.',
  other: 'Any other site.',
} as const satisfies Enumeration
export type SourceCategory = keyof typeof SOURCE_CATEGORIES

/**
 * Well-known third-party domains, without any judgment of their quality. A site is listed by the kind of most of its
 * pages. It qualifies if people read it in more than one country, or if most people in one country read it. A site that
 * fits two categories is listed in the first one.
 */
const KNOWN_DOMAINS = {
  social: `reddit.com quora.com facebook.com instagram.com x.com twitter.com threads.net linkedin.com tiktok.com youtube.com
    youtu.be vimeo.com dailymotion.com twitch.tv pinterest.com tumblr.com snapchat.com discord.com discord.gg telegram.org t.me
    whatsapp.com medium.com substack.com dev.to hashnode.com stackoverflow.com stackexchange.com superuser.com serverfault.com
    askubuntu.com mathoverflow.net ycombinator.com slashdot.org lobste.rs producthunt.com indiehackers.com disqus.com vk.com ok.ru
    weibo.com zhihu.com douban.com bilibili.com xiaohongshu.com naver.com tistory.com hatenablog.com note.com qiita.com
    mastodon.social bsky.app meetup.com flickr.com imgur.com 9gag.com gutefrage.net xing.com kakao.com line.me rumble.com
    soundcloud.com spotify.com goodreads.com nextdoor.com tripadvisor.com letterboxd.com deviantart.com patreon.com habr.com`,
  review: `g2.com capterra.com getapp.com softwareadvice.com trustradius.com trustpilot.com sourceforge.net alternativeto.net
    yelp.com sitejabber.com bbb.org consumerreports.org which.co.uk test.de stiftung-warentest.de quechoisir.org rtings.com
    glassdoor.com indeed.com kununu.com gartner.com forrester.com slant.co saashub.com softwareworld.co crozdesk.com goodfirms.co
    clutch.co peerspot.com omr.com appvizer.com feefo.com reviews.io reviews.co.uk productreview.com.au consumeraffairs.com
    edmunds.com kbb.com jdpower.com dxomark.com gsmarena.com notebookcheck.net idealo.de geizhals.de check24.de ciao.de
    holidaycheck.de healthgrades.com zocdoc.com angi.com metacritic.com rottentomatoes.com imdb.com makeuseof.com nerdwallet.com
    bankrate.com moneysavingexpert.com comparably.com trustedshops.de ekomi.de yotpo.com judge.me resellerratings.com`,
  reference: `wikipedia.org wikimedia.org wikidata.org wiktionary.org wikihow.com britannica.com merriam-webster.com dictionary.com
    cambridge.org collinsdictionary.com investopedia.com howstuffworks.com fandom.com archive.org jstor.org arxiv.org
    researchgate.net semanticscholar.org nih.gov who.int cdc.gov mayoclinic.org webmd.com healthline.com medlineplus.gov
    statista.com ourworldindata.org worldbank.org oecd.org duden.de larousse.fr treccani.it baidu.com kotobank.jp
    clevelandclinic.org nhs.uk doi.org pubmed.gov khanacademy.org w3schools.com geeksforgeeks.org mozilla.org crunchbase.com
    thesaurus.com encyclopedia.com worldhistory.org nationalgeographic.org nasa.gov europa.eu un.org imf.org`,
  editorial: `nytimes.com washingtonpost.com wsj.com usatoday.com latimes.com chicagotribune.com bostonglobe.com nypost.com
    theguardian.com bbc.com bbc.co.uk telegraph.co.uk independent.co.uk thetimes.co.uk thetimes.com dailymail.co.uk ft.com
    economist.com reuters.com apnews.com bloomberg.com cnbc.com cnn.com nbcnews.com cbsnews.com foxnews.com npr.org
    pbs.org politico.com politico.eu axios.com time.com newsweek.com theatlantic.com newyorker.com vox.com forbes.com fortune.com
    businessinsider.com inc.com entrepreneur.com fastcompany.com hbr.org marketwatch.com barrons.com techcrunch.com theverge.com
    wired.com arstechnica.com engadget.com cnet.com zdnet.com pcmag.com pcworld.com techradar.com tomsguide.com tomshardware.com
    gizmodo.com mashable.com venturebeat.com technologyreview.com computerworld.com infoworld.com cio.com theregister.com 9to5mac.com
    macrumors.com androidauthority.com androidpolice.com digitaltrends.com lifehacker.com nymag.com thestrategist.co.uk vogue.com
    gq.com esquire.com cosmopolitan.com elle.com goodhousekeeping.com realsimple.com bonappetit.com rollingstone.com variety.com
    hollywoodreporter.com billboard.com caranddriver.com motortrend.com topgear.com autocar.co.uk nationalgeographic.com
    scientificamerican.com newscientist.com nature.com science.org smithsonianmag.com aljazeera.com dw.com france24.com
    euronews.com spiegel.de zeit.de faz.net sueddeutsche.de welt.de bild.de handelsblatt.com focus.de stern.de tagesschau.de heise.de
    golem.de chip.de t3n.de n-tv.de lemonde.fr lefigaro.fr liberation.fr lesechos.fr leparisien.fr 20minutes.fr elpais.com elmundo.es
    abc.es lavanguardia.com corriere.it repubblica.it ilsole24ore.com lastampa.it nrc.nl volkskrant.nl telegraaf.nl nos.nl
    svt.se dn.se aftenposten.no dr.dk politiken.dk yle.fi hs.fi gazeta.pl onet.pl nzz.ch derstandard.at irishtimes.com rte.ie
    cbc.ca theglobeandmail.com thestar.com smh.com.au theage.com.au abc.net.au news.com.au nzherald.co.nz timesofindia.com
    indiatimes.com hindustantimes.com thehindu.com ndtv.com indianexpress.com scmp.com straitstimes.com channelnewsasia.com
    japantimes.co.jp nikkei.com asahi.com yomiuri.co.jp mainichi.jp nhk.or.jp chosun.com koreaherald.com globo.com uol.com.br
    estadao.com.br clarin.com lanacion.com.ar eluniversal.com.mx haaretz.com timesofisrael.com`,
} as const satisfies Partial<Record<SourceCategory, string>>

type KnownCategory = keyof typeof KNOWN_DOMAINS
const LISTED_CATEGORIES = Object.keys(KNOWN_DOMAINS) as KnownCategory[]

/** Returns the well-known domains of a category. */
function domainsOf(category: KnownCategory): string[] {
  return KNOWN_DOMAINS[category].split(/\s+/)
}

const byDomain = new Map(
  LISTED_CATEGORIES.toReversed().flatMap((category) =>
    domainsOf(category).map((domain) => [domain, category] as const),
  ),
)

/** Returns the category of a site from its registrable domain and owner. */
export function sourceCategoryOf(domain: string, owner: CitationOwner): SourceCategory {
  if (owner === 'brand') return 'own'
  return owner === 'competitor' ? 'competitor' : (byDomain.get(domain) ?? 'other')
}

/**
 * Returns the sites of a category as a condition: the owner, and either the only matching domains or the excluded
 * domains.
 */
export function sitesOf(category: SourceCategory): {
  owner: CitationOwner
  only: string[] | null
  without: string[] | null
} {
  switch (category) {
    case 'own':
      return { owner: 'brand', only: null, without: null }
    case 'competitor':
      return { owner: 'competitor', only: null, without: null }
    case 'other':
      return { owner: 'third_party', only: null, without: [...byDomain.keys()] }
    default: {
      const only = [...byDomain].flatMap(([domain, listed]) => (listed === category ? [domain] : []))
      return { owner: 'third_party', only, without: null }
    }
  }
}
