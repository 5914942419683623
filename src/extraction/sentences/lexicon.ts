// Opinion words of product reviews and recommendations, chosen by hand for this project. Some comparatives stand beside their base.
const POSITIVE = `
  able accessible accurate accurately actionable adaptable adept admired advanced advantage advantages affordable agile
  appealing appreciate appreciated approachable attractive authoritative beautiful beautifully beneficial benefit benefits
  bright broad capable celebrated cheap cheaper clean cleaner clear clearer clever cohesive comfortable comfy
  commended competitive complete comprehensive convenient convincing cost-effective cozy crisp customizable
  customisable dedicated deep delicious delight delights dependable deservedly detailed durable easier easily easy
  easy-to-use economical effective effectively efficient efficiently effortless elegant empowers encouraging
  energy-efficient engaging enhance enhanced enhances enjoy enjoyable enjoyed enjoys ergonomic established excels
  expert extensive fair fast faster favorable favored favorite favorites favourable favoured favourite favourites
  feature-rich fine flexible flexibly fluid free fresh friendly fun gain gains generous genuine good graceful handy
  happier happy hassle-free healthy helpful helps high-end high-performance high-quality honest ideal ideally immersive
  impress impressed impresses improve improved improvement improvements improves inexpensive informative innovation
  innovative insightful instant integrates intelligent intuitive intuitively inviting justified lasting leader leaders
  leading leads like liked likes lively long-lasting low-cost loyal lightweight luxurious mature modern natural neat nice
  nicely nimble no-nonsense outpace outpaces peace perk perks pleasant pleased pleasing polished popular potent
  powerful practical praise praised praises precise premium preferred prestigious pretty privacy-friendly productive
  professional proficient profitable prominent promising prompt proven quick quicker quickly quiet quieter refined
  refreshing reliable reliably renowned reputable reputed resilient respected responsive rewarding rich richer robust
  rock-solid safe safer satisfied satisfying scalable scales seamless seamlessly secure secured securely sharp shine
  shines simple simpler simplicity simplifies sleek slick smart smarter smooth smoother smoothly snappy soft
  sophisticated speedy stable steady strength strengths strong stronger strongly sturdy stylish succeed succeeds success
  successful suitable support supportive supports sustainable tailored tasty thorough thoughtful thoughtfully thrive
  thrives timely top top-rated transparent trust trusted trustworthy unlimited up-to-date useful user-friendly valuable
  value versatile vibrant warm well well-built well-designed well-established well-known well-regarded
  well-reviewed well-rounded well-suited well-supported wide-ranging win winning wins worth worthwhile worthy yummy
  ✅ ✓ 👍 ⭐`
const VERY_POSITIVE = `
  amazing award-winning awesome best best-in-class better breathtaking brilliant brilliantly cutting-edge excellent
  exceptional exceptionally exemplary extraordinary fabulous fantastic finest flawless flawlessly game-changer
  game-changing gorgeous great greatest highly-rated highest-rated impeccable impressive impressively incredible
  incredibly industry-leading industry-standard love loved loves magnificent market-leading masterful outperform
  outperforms outshine outshines outstanding perfect perfectly phenomenal recommend recommended recommends remarkable
  remarkably sensational spectacular splendid standout stellar stunning sublime superb superior surpass surpasses
  terrific thrilled top-notch top-tier unbeatable unmatched unparalleled unrivaled unrivalled winner wonderful
  wonderfully world-class`
const NEGATIVE = `
  abandoned absent aging annoy annoyance annoyed annoying anxious awkward backlash bare-bones barebones basic blame bland
  bloated boring bother bottleneck bottlenecks breach breaches breaks broken bug buggy bugs bulky burden burdensome
  caveat caveats cheaply chaotic clumsy clunkier clunky clutter cluttered compromise compromised compromises complain
  complained complaint complaints complex complexity complicated con concern concerned concerning concerns confuse
  confused confuses confusing cons controversial controversy costlier costly crash crashed crashes crashing criticised
  criticism criticisms criticized critics crowded cumbersome damage damaged dated decline declined declines declining
  defect defective defects deficient degraded delay delayed delays deprecated deter difficult difficulties difficulty
  dim disadvantage disadvantages disappoint disappointed disappoints discontinued dislike disliked disrupted
  disruption dispute disputes doubt doubtful downside downsides downtime drain drawback drawbacks drops dull error
  error-prone errors excessive expensive expired fail failed failing fails failure failures fall falls fault faults
  faulty fewer fiddly fined flaw flawed flaws flimsy fragile fragmented frustrated frustrates frustrating frustration
  glitch glitches glitchy gripe gripes hack hacked hard harder harsh hate hated hates heavier hefty hesitant hidden
  high-maintenance hurt inaccurate inadequate incomplete inconsistencies inconsistency inconsistent inconvenient
  incompatible inefficient inferior inflexible insecure insufficient intimidating intrusive irritating issue issues
  lack lacking lackluster lacklustre lacks lag lagged lagging laggy lags late lawsuit lawsuits leak leaks
  limitation limitations limited limiting limits lock-in lose loses losing loss losses loud messy mediocre misleading
  missing mistake mistakes monotonous negative neglected niche noisy obsolete obstacle outage outages outdated overcharge
  overcharged overheat overheating overkill overly overpriced overrated overwhelm overwhelmed overwhelming painful
  penalty pitfall pitfalls plagued poor poorly pricey pricier problem problematic problems proprietary questionable
  refund regret rejected restricted restricting restrictive rigid risk risks risky rough rude scandal shallow
  shortcoming shortcomings shortage sketchy slow slower slowly sluggish stale steep stiff stingy strict struggle
  struggled struggles struggling subpar suffer suffered suffers surcharge suspicious tedious tricky trouble
  troublesome unattractive unavailable uncertain unclear uncomfortable underpowered underwhelming unfavorable
  unfortunate unfortunately unfriendly unhappy unhelpful unintuitive unnecessary unpleasant unpolished unpopular
  unpredictable unreliable unresolved unresponsive unsafe unstable unsuitable unsupported untested unwieldy vague
  vulnerable vulnerability weak weaker weakness weaknesses worried worries worry ❌ ✗ 👎`
const VERY_NEGATIVE = `
  abysmal appalling atrocious avoid awful bad catastrophic deceptive dangerous deplorable disappointing disappointingly
  disappointment disaster disastrous dreadful fraud fraudulent garbage horrendous horrible inexcusable malware
  nightmare pathetic rip-off scam scams scammy spyware terrible terribly trash unacceptable unusable useless worse worst
  worthless`

const INTENSIFIERS = `
  very extremely highly really exceptionally incredibly particularly especially remarkably super too far much hugely`
const DOWNTONERS = `
  slightly somewhat fairly bit little relatively moderately occasionally sometimes partly mildly`
const NEGATIONS = `
  not no never none neither nor without hardly barely scarcely rarely seldom cannot can't don't doesn't didn't isn't aren't
  wasn't weren't won't wouldn't shouldn't couldn't hasn't haven't hadn't ain't lack lacks lacking minus zero nothing`

/** The effect of a word on an opinion. */
export interface Meaning {
  /** Polarity and strength of an opinion word, −2…2; 0 for other words. */
  valence: number
  /** Factor on an opinion word directly after it: 1.5 for an intensifier, 0.5 for a downtoner, else 1. */
  intensity: number
  /** A negation, which inverts the opinion words after it. */
  negates: boolean
}

const NO_MEANING: Meaning = { valence: 0, intensity: 1, negates: false }
/** The opinion lexicon: words in lower case and their effects. */
export const LEXICON = new Map<string, Meaning>()

function add(words: string, change: Partial<Meaning>): void {
  for (const word of words.trim().split(/\s+/)) {
    LEXICON.set(word, { ...NO_MEANING, ...LEXICON.get(word), ...change })
  }
}

add(POSITIVE, { valence: 1 })
add(VERY_POSITIVE, { valence: 2 })
add(NEGATIVE, { valence: -1 })
add(VERY_NEGATIVE, { valence: -2 })
add(INTENSIFIERS, { intensity: 1.5 })
add(DOWNTONERS, { intensity: 0.5 })
add(NEGATIONS, { negates: true })

/** The effect of a word, given in lower case, on an opinion. */
export function meaningOf(word: string): Meaning {
  return LEXICON.get(word) ?? NO_MEANING
}
