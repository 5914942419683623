import { topicOf } from './semantic-fields.ts'

// Function words, some of which are brand names.
const FUNCTION_WORDS = new Set(
  `a about across after against all along also although am among an and another anyone anything are around as at be
  because been before being below beneath beside between both but by can cannot could did do does down during each
  either else everyone everything few for from had has have he her here hers herself him his how i if in inside into is
  it its itself me more most much must my myself near neither never no nobody none nor not now of off on once one only
  onto or other others our ours out outside over own per rather same she should since so some someone something such than
  that the their theirs them then there these they this those though through thus till to together too toward under until
  up upon us very was were what whatever where whether which while who whole whose why will with within without would yet
  you your yours yourself`.split(/\s+/),
)

// English words, places and given names that are brand names too, besides those of the semantic fields. Listed by hand.
const COMMON = new Set(
  `abbott ability able absolute abstract accent accept access account ace achieve act action active actual adapt add
  advance advantage advice affirm agent aid aim air alert alice align alive allegiance alliance ally alpha alphabet
  alter always ambition amnesty ample amplify amplitude analyst ancestry andrew anna anthem any apollo appeal
  applied apply arch archer arena argo arrange arrive arsenal art artist ascend ascent ask aspect aspire assemble
  asset assist assure athena atlas atom attempt attend attract audible august aura authentic auto avalanche avant
  avatar avid avis await awake award aware away awesome babel bad badge balance ball ban band bang banner bar bare
  bargain baron barrage barricade basic batch battle beacon beam beat become beep begin behind belief believe
  belong beloved benefit benjamin best bet beta better beyond bid big bill bind bingo bit bite black blank blast
  blaze blend bless blind blink bliss blitz blow blue bluff blunt blush board boast bob bold bond bonus book boom
  boost booth bounce bound boundary brace brad braid brave bravo break breath breathe brief brilliant bring brisk
  broad brooks brown bubble buck buddy budget buff buffer bug build builder bulk bullet bumble bump bunch bundle
  buoy burst bus business busy buzz cable caboose cadence calendar calibre call calm camp campaign can candid
  canopy canvas caption capture car caravan carbon card care career caret cargo carlisle carnival carrier carry
  cart carter carve cascade case cash casper cast catalog catalyst catch caterpillar cause caution celebrate cell
  celsius census centre ceremony certain certify challenge challenger champion chance change channel chaos chapter
  charge charger charity charles charm chart charter chase chat cheap check cheer cherish chic chief chime choice
  choose chronicle circuit circus citizen claim clarity clash clean clear clever click client climb clip cloak
  clone close club clue clutch coach coda code coil coin collect collective college column combat combine comfort
  comic command common community compact companion compare compass compete complete compose compound concept
  concord concur condor conduct confide confluence connect constant contact content contest context contour
  contrast control convoy cooper copy cord cosmos costa counter couple courage courier course court cover craft
  crash crate crayon create creative credit crest crimson crisp critical crossing crowd crown cruise crush crystal
  cue culture cure curious current cursor custom cut cute cyber cycle dab daily dale damage dare dart dash data
  deal dear debut decent decide deed deep defend define degree delight deliver demand den denim deposit descript
  design desire destiny detect determine develop device devote dexter dial dialogue diana diary dice diesel
  difference dig digest dignity dinghy direct discord discover display distance divide dolly domain domino dose
  double doubt down doze draft drag drain drama draw drift drive driver drop dry duel duke duo duration dust duty
  dynamic eager ease easy echo editor effect effort element elevate elite embassy ember emblem embrace emerald
  emerge emit emotion empower empty emulate encore encounter end endeavor endeavour endless energy engage engine
  enhance enigma enjoy enough ensure enter entire entity entry envoy epic epoch equity era error escape essence
  essential estate eternal ether ethic even event ever everest every evidence evolve exact excel exchange excite
  exit exotic expand expect expedition expert explore explorer express extend extra fable facet fact factor factory
  fair faith fall fame family fancy fast fate favor favorite feast feed feel fellow fest fetch fever few fidelity
  fiesta fight figure file fill film filter final finch find fine finish fire firebird firefly first fisher fit
  five fix fixture flair flame flap flare flash flex flick flight flint flip float flow fluent fluid fly focus fold
  folio follow force forever forge form formal forth fortune forum forward fossil foster foundation four frame
  frank free freedom freight frequency friendly front frontier fuel full fun fund funny fuse fusion future gain
  gallop gamble gang gap gateway gather gauge gaze general generation generic genesis genius gentle genuine get
  gift git give glad glamour glance gleam glide glimpse globe glory glossier glow glue goal gong good grace grade
  graduate grand grant grasp gravity gravy gray great green grind grit groove ground group growth grub guard
  guardian guess guest guide guild guru gust gusto guy habit hall halo halt halter handle handy hang harbinger hard
  harmony harness haste haven haze heap hear hearth hearts heaven heavy hello help her heritage hidden hide high
  hinge hint history hit hive hobby hold honest honor hood hop hopper host hour hub hug hulk hull human humble hunt
  hunter hurry hush hydra icon idea ideal identity idle ignite image imagine impact imperial impossible impulse
  incident indeed independent index indigo indulge infinite infinity inform ingress initial inject ink inn inner
  insider insight inspire instant instinct intact integral integrity intel intent inter intercom interest intersect
  intuit invent invest invite item ivory jack jasper java jazz jenny jest jet jive john join joker jolly jolt
  jordan journal journey jubilee judge julian jumbo jump junction junior juno jury just justice kate kayak keen
  keep kelly ken key keynote kick kin kind kindle kindred kiss knack knot know labor land landmark language larch
  large laser lash last late later latitude latte laugh launch law lawn lay layer lazy leader league leap learn
  least leave ledger left legacy legal lend lens less lesson let letter level leverage levi lewis liberty life
  light like likely limit lincoln linear liner link liquid list listen lite little live lively living load loan
  lobby local lock locket locus lodge loft log logic lone long look loom loose lord lose loud low loyal lucid luck
  lucky lucy lumen luminous lush lux luxe luxury lyric mac mach magic magnet main maintain major make maker mammoth
  manage mania manner manual many map marathon march margin marine mark marker marquee marshal martha marvel marvin
  mask mason mass master mastery match material matter maverick max maximum may maya maze me mean measure medal
  media medium meet mega mellow member memoir memory mention mentor merge merit mesa mesh message meta method mia
  mid might mighty milestone mill mind mine mini minimal minor minute miracle mirage miro mission mix mobility mode
  moderate modern modest modular moment momentum monarch monday money monitor mono monster month mood moral more
  morgan most motion motive motor move movement muse music must mute mystery mystic name nation national natural
  nature navigate navigator near neat need nelson neon neutral never new news newton next nexus nice niche nick
  nimble nina nine noble noise nomad norm normal notable note nothing notice notion novelty now nuance nude null
  nurse nurture obey object observer obsidian obvious occasion odd odyssey offer office often okay old oliver
  olympus omega omen one onyx open operator opinion optic optimal optimum option oracle order ordinary organic
  origin original oscar outfit outlook outpost outreach over own oxygen pace pacific pack packet pact pad page pair
  pal panama panel panic panorama pantheon paradise paradox paragon paris parker part particle partner party pass
  passage passion passport past patch path patriot paul pause pave pay payoff peace pebble pedal pedigree people
  percent perfect perform perfume period perk permit perplexity person pet phase photo phrase pick picnic picture
  piece pierce pilot pinnacle pioneer pitch pitcher pivot pixel place plaid plan planner platform platinum player
  pledge plenty plot plow pluck plug plume plunge plus ply poise polar pole police polish polite poll polo pond
  pool pop popular portal porter portrait pose position positive possible post potential pounce pound power
  practice praise precious precise prefer premier premium prepare presence present press prestige preston prevent
  previous pride primer primrose principal principle print private prize pro probe problem process produce profile
  program progress project promise promote prompt proof proper prophet proposal prosper protect protest proton
  proud prove prudential public pulse punch pure purple purpose pursue push quality quarter quest question quick
  quiet quill quip quiver quiz quote race rack radar radiant radio raft rage raid rail rally ramp range rank rapid
  rapport rare rate rational ray razor react reading ready real realm reason rebecca rebel recall receive recent
  record recover recruit red reflect reflex reform refresh refuge regal regard relax relay release reliance relief
  remain remark remedy remember remote render renew rent repair repeat replay reply report request rescue reserve
  resist resolve resonance resource respect respond rest result resume retreat return reveal reverse revive
  revolution revolve reward rhyme rich ride rider rifle right rigid riley rim ripple rise risk rival riverside roam
  rob robust rocket rogue role roll ross rotate rough rouse route routine rover royal rule rumble run runner runway
  rush rustic rustle sacred sadie safari safe safety saga sake salute sam same sample sanctuary sane satellite
  satisfy savage save savvy sawyer say scan scene scent schedule scheme scholar school science scope score scout
  scramble scrap scratch scream screen script scroll scrub scythe search seat sec second secret section secure see
  seek select self send senior sense sensor sentinel sentry sequence serenity series serve session set settle seven
  shade shaft shake share sharp she shed sheer shelter shift shock shoot shop short shot shout show shred shrink
  shuffle shut shuttle sierra sift sight sigma sign signal signature silence silent simple simply sincere single
  siren site six size sketch skill skim skip slack slate sleek sleep slide slight slim sling slip slow small smart
  smash smile smoke smooth smug snap snappy sniff snowflake snug social soft solid solo solution solve sonic sonnet
  soothe sophie sound source space spade span spare spark sparkle speak special spectrum speech speed spell spend
  spike spin splash splendid split spoke spotlight spout spread sprint sprout spur spurs spy squad squire stable
  stack stadium staff stake stand standard stanley stark start static station status stay steady steal steam steep
  stella stellar step stern stick still sting stir stock stoke stop straight strange strategy straw stray strength
  stress stride strike strip strive stroke strong structure struggle stub studio study stuff style sublime submit
  subtle subway success such sudden suit suite summit sundance super superb superior supply supreme sure surf
  surface surge surprise survey sustain sway sweep swell swift swing switch swivel sync synergy system tableau
  tablet tackle tact tag tahoe take talent talk tango tape target task tassel taxi teach teachable team tear tease
  teem tell tempest tend tender tension term terminal terra test text textile thank theory thing think third
  thought threshold thrift thrill thrive throne through thrust ticket tidal tidy tie tier tight till tilt timber
  time times tiny tip titan title together token tone tonic top topaz torrid total totem touch tough tour toward
  trace track tracy trade tradition traffic train trait transfer transit transport trap travel traveler travelers
  traverse tread treasure treat treble trek trend trial tribune tribute trick trident trigger trim trinity trio
  trip triumph trooper trophy trouble true trump trust truth try tube tuck tucker tumble tumbler turbo turn turner
  tutor twilight twin twist two type tyrant ultimate ultra uncle under unfold union unique unit united unity
  universal universe update uplift upside upstart urban urge use user usher usual utility utopia vacation vague
  vain valiant valid valor value van vanguard vanish vanity vantage vapor variety vast vault veil velocity velvet
  vendor vent venture verge verve vessel vest veteran via vibe vibrant victor victoria victory vie view vigil villa
  vintage virgin virginia virtue visa visible vision visit vista visual vital vivid vogue voice void volt voltage
  vote vow wade wage wagon wait wake walk walker wander want ward ware warner warrior wash waste watch water wax
  way we weave web wed wedge week weekly weight weird welcome well wendy wesley when where while whim whip whirl
  whisper whistle white whole will win windows windsor winner winston wisdom wise wish wit wiz wonder work workday
  world worth wrap writer yard yarn year yes yield yoga yonder young youth zap zeal zen zenith zephyr zero zest
  zone zoom`.split(/\s+/),
)

/** True for a name of letters alone, in one or more words, which an occurrence in lower case may not mean: its context decides. */
export function mayBeWord(name: string): boolean {
  return /^\p{sc=Latin}+(?:[ -]\p{sc=Latin}+)*$/u.test(name.trim())
}

/** True for a name that is a function word, such as "you": it begins sentences and has no possessive. */
export function isFunctionWord(name: string): boolean {
  return FUNCTION_WORDS.has(name.toLowerCase())
}

/** True for a name that is also an ordinary English word, or too short to be recognised by its letters alone. */
export function isOrdinaryWord(name: string): boolean {
  const word = name.trim().toLowerCase()
  return (
    /^[a-z]{1,2}$/.test(word) || COMMON.has(word) || FUNCTION_WORDS.has(word) || topicOf(word)?.field != null
  )
}
