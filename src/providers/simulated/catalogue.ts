/** An invented brand. Its domain is under `.example`, which RFC 2606 reserves. */
export interface SimulatedBrand {
  readonly name: string
  readonly domain: string
}

/** A market of the simulated providers, with the keywords that assign a prompt to it. */
export interface SimulatedCategory {
  /** Lowercase words joined by hyphens, usable in a URL. */
  readonly slug: string
  readonly singular: string
  readonly plural: string
  /** Lower case, one to three words each. */
  readonly keywords: readonly string[]
  readonly audiences: readonly string[]
  /** Noun phrases, as after "stands out for". */
  readonly strengths: readonly string[]
  /** Noun phrases, as after "held back by". */
  readonly weaknesses: readonly string[]
  readonly brands: readonly SimulatedBrand[]
}

/** All markets and brands of the simulated providers. The names are invented, and no brand is in two markets. */
export const SIMULATED_CATALOGUE: readonly SimulatedCategory[] = [
  {
    slug: 'project-management-software',
    singular: 'project management tool',
    plural: 'project management tools',
    keywords: list(
      'project management, project manager, project planning, task management, task manager, to-do, todo, kanban, gantt, sprint planning, team collaboration, productivity app',
    ),
    audiences: list(
      'small teams, marketing agencies, engineering departments, freelancers, remote companies, fast-growing startups',
    ),
    strengths: list(
      'a clean board view, automations that need no code, dependable timelines, fast search across projects, generous free seats, clear workload charts',
    ),
    weaknesses: list(
      'thin reporting, a steep learning curve, slow loading on large boards, per-seat pricing that adds up, a limited mobile app',
    ),
    brands: brands(
      'Taskfern, Planloom, Norvella Boards, Brightfold, Quillstack, Sprintarbor, Worklattice, Kanbrio, Meridone, Tallyhive',
    ),
  },
  {
    slug: 'running-shoes',
    singular: 'running shoe',
    plural: 'running shoes',
    keywords: list(
      'running shoe, running shoes, trainers, marathon, jogging, runner, runners, sneakers, overpronation, flat feet',
    ),
    audiences: list(
      'beginners, marathon runners, heavier runners, people with flat feet, trail runners, daily commuters',
    ),
    strengths: list(
      'soft yet stable cushioning, a roomy toe box, a lively midsole, excellent grip on wet roads, low weight, an upper that breathes well',
    ),
    weaknesses: list(
      'a sole that wears quickly, a narrow fit, a firm ride in cold weather, a high price, few wide sizes',
    ),
    brands: brands(
      'Veloxa, Strideform, Pacewren, Kestrova, Cloudmarl, Ridgelane, Tempello, Fleetmoor, Zephyrun',
    ),
  },
  {
    slug: 'crm',
    singular: 'CRM',
    plural: 'CRM systems',
    keywords: list(
      'crm, crms, customer relationship, sales pipeline, sales software, lead management, contact management, sales tool, sales tools',
    ),
    audiences: list(
      'small businesses, sales-led startups, real estate agents, consultancies, nonprofits, enterprise sales teams',
    ),
    strengths: list(
      'a pipeline view people keep up to date, painless email sync, honest forecasting, quick onboarding, a strong partner network, flexible custom fields',
    ),
    weaknesses: list(
      'expensive add-ons, dated screens, weak reporting on the lower plans, slow support at weekends, a complicated permission model',
    ),
    brands: brands(
      'Pipewell, Dealmoss, Clientora, Ledgerfox, Salespine, Contactry, Relatewise, Fennelo, Orbitline',
    ),
  },
  {
    slug: 'espresso-machines',
    singular: 'espresso machine',
    plural: 'espresso machines',
    keywords: list(
      'espresso, espresso machine, espresso machines, coffee machine, coffee machines, coffee maker, cappuccino, latte, barista',
    ),
    audiences: list(
      'beginners, small kitchens, milk-drink lovers, home baristas, busy offices, people on a budget',
    ),
    strengths: list(
      'steady brewing temperature, a powerful steam wand, a short warm-up time, parts that are easy to replace, a quiet grinder, a compact footprint',
    ),
    weaknesses: list(
      'a small water tank, plastic in the portafilter, a noisy pump, fiddly cleaning, a warranty of only one year',
    ),
    brands: brands('Cremavolta, Bellarosso, Pressano, Lunatazza, Tampero, Vaporelli, Brewhaus Nine, Mokarta'),
  },
  {
    slug: 'electric-bikes',
    singular: 'electric bike',
    plural: 'electric bikes',
    keywords: list(
      'electric bike, electric bikes, e-bike, e-bikes, ebike, ebikes, pedelec, electric bicycle, cargo bike, electric cargo bike',
    ),
    audiences: list(
      'city commuters, hilly regions, families, older riders, weekend tourers, delivery riders',
    ),
    strengths: list(
      'a smooth mid-drive motor, a battery with honest range, a dense dealer network, comfortable geometry, reliable hydraulic brakes, built-in theft tracking',
    ),
    weaknesses: list(
      'a heavy frame, a proprietary battery, long waits for spare parts, a jerky assist at low speed, a flimsy display',
    ),
    brands: brands(
      'Voltara, Pedalume, Rivermoor Cycles, Ampwheel, Gravelo, Torquell, Hilldrift, Velmora, Commutely',
    ),
  },
  {
    slug: 'vpn',
    singular: 'VPN',
    plural: 'VPN services',
    keywords: list(
      'vpn, vpns, virtual private network, online privacy, ip address, geo-blocking, streaming abroad, public wifi',
    ),
    audiences: list(
      'travellers, streaming fans, remote workers, privacy-minded users, families, journalists',
    ),
    strengths: list(
      'an audited no-logs policy, fast servers close to home, a kill switch that works, simple apps, many simultaneous devices, open-source clients',
    ),
    weaknesses: list(
      'slow speeds at peak hours, few servers in Asia, aggressive renewal prices, an unclear ownership structure, patchy streaming support',
    ),
    brands: brands('Cloakwise, Tunnelbird, Veilport, Shadelink, Northcipher, Ghostfern, Passagely, Ironveil'),
  },
  {
    slug: 'mattresses',
    singular: 'mattress',
    plural: 'mattresses',
    keywords: list('mattress, mattresses, memory foam, back pain, side sleeper, side sleepers, sleeping hot'),
    audiences: list(
      'side sleepers, couples, hot sleepers, people with back pain, heavier bodies, guest rooms',
    ),
    strengths: list(
      'even support along the spine, edges that do not sag, good motion isolation, a cool cover, a long trial period, certified materials',
    ),
    weaknesses: list(
      'a strong smell in the first week, foam that feels too soft after a year, weak edges, slow refunds, a heavy two-person setup',
    ),
    brands: brands('Slumbra, Nestwell, Driftelle, Pillowmere, Restfold, Dreamoak, Lulldown, Hushbed'),
  },
  {
    slug: 'password-managers',
    singular: 'password manager',
    plural: 'password managers',
    keywords: list(
      'password manager, password managers, passwords, passkey, passkeys, credential vault, two-factor, autofill',
    ),
    audiences: list('families, small companies, developers, less technical users, security teams, students'),
    strengths: list(
      'end-to-end encryption that was audited, autofill that rarely misses, simple sharing, support for passkeys, a useful free plan, clear breach alerts',
    ),
    weaknesses: list(
      'a clumsy browser extension, no free plan, slow sync between devices, limited recovery options, a breach in its history',
    ),
    brands: brands('Keyharbor, Vaultwren, Lockbriar, Passnest, Sesamio, Cipherleaf, Norkey, Trustmoor'),
  },
  {
    slug: 'email-marketing',
    singular: 'email marketing platform',
    plural: 'email marketing platforms',
    keywords: list(
      'email marketing, newsletter, newsletters, email campaign, email campaigns, email automation, mailing list, marketing automation, drip campaign',
    ),
    audiences: list('online shops, creators, nonprofits, local businesses, marketing teams, publishers'),
    strengths: list(
      'excellent deliverability, an editor that is a pleasure to use, deep segmentation, ready-made journeys, fair prices for small lists, helpful analytics',
    ),
    weaknesses: list(
      'prices that climb with the list, rigid templates, a confusing automation builder, slow account reviews, few integrations',
    ),
    brands: brands(
      'Mailfern, Sendora, Lettrio, Inboxara, Campanova, Newslark, Postwhistle, Dripwell, Broadsail',
    ),
  },
  {
    slug: 'hiking-boots',
    singular: 'hiking boot',
    plural: 'hiking boots',
    keywords: list(
      'hiking boot, hiking boots, hiking shoes, hiking, trekking, backpacking, mountain boots, waterproof boots',
    ),
    audiences: list('day hikers, long-distance trekkers, wide feet, wet climates, alpine routes, beginners'),
    strengths: list(
      'reliable waterproofing, firm ankle support, almost no break-in time, a sole that can be replaced, sure grip on rock, low weight for their class',
    ),
    weaknesses: list(
      'a stiff first week, seams that start to leak, laces that loosen, a warm lining in summer, a narrow heel',
    ),
    brands: brands(
      'Cragmere, Fellwander, Bouldren, Mosspath, Alpenkett, Ridgeborn, Talusky, Stonevarn, Summitra',
    ),
  },
]

function list(text: string): string[] {
  return text.split(', ')
}

function brands(names: string): SimulatedBrand[] {
  return list(names).map((name) => ({ name, domain: `${name.toLowerCase().replaceAll(' ', '')}.example` }))
}
