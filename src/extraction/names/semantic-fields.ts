/** Semantic fields of ordinary words. The words around an ambiguous name tell by their fields whether it is the brand or the word. */
export type SemanticField = keyof typeof FIELDS

// Written by hand for this project, by subject and not by brand. Plurals are found by their singular.
const FIELDS = {
  food: `apple pear peach plum apricot cherry grape orange lemon lime banana mango melon pineapple pomegranate fig date
    berry berries strawberry strawberries raspberry raspberries blueberry blackberry cranberry citrus quince coconut
    avocado olive tomato potato onion garlic carrot cabbage lettuce spinach pepper bean pea corn maize wheat rice oat
    barley rye cereal flour bread cake pie tart toast butter cheese cream milk yogurt egg honey sugar salt spice sage
    basil mint ginger cinnamon vanilla chocolate cocoa coffee tea juice cider wine vodka beer rum vinegar syrup jam sauce
    soup salad stew meat beef pork bacon ham lamb chicken turkey fish herring salmon nut almond walnut hazelnut chestnut
    pecan peanut fruit vegetable crop orchard harvest cultivar pulp peel flavor flavour flavored sweet sour bitter
    ripe raw fresh cooked baked roasted fried bake cook cooking recipe ingredient dish dessert snack meal breakfast lunch
    dinner eat eating ate eaten drink drinking taste tasty delicious diet nutrition vitamin protein fibre kitchen bowl
    spoon fork knife plate cup chop chopped slice sliced grated mash jelly biscuit cookie candy caramel popcorn pumpkin
    squash turnip radish celery cucumber beet kale parsley thyme rosemary clove nutmeg saffron edible roast grill grain
    nestle yeast dough pastry pancake waffle burger sandwich pickle mustard mayonnaise cola soda lemonade raisin`,
  nature: `tree plant flower leaf leaves root branch trunk bark seed wood forest grove bush shrub grass moss fern vine
    garden farm farming farmer agriculture agricultural grow growing grown grew soil harvest pollination bee honeybee
    insect moth larva larvae beetle butterfly ant spider worm snail slug frog toad snake python lizard turtle bird eagle
    hawk falcon owl raven crow robin dove swan duck goose crane heron seagull penguin ostrich animal beast mammal species
    genus dog cat puma jaguar panther tiger lion leopard cheetah bear wolf fox deer elk moose horse pony colt mustang bronco
    ram bull cow ox goat sheep lamb pig hare rabbit mouse rat beaver otter seal whale dolphin shark octopus shell coral crab
    lobster shrimp oyster camel elephant rhino hippo gorilla monkey kangaroo koala panda zebra bison buffalo squirrel
    hedgehog mole badger weasel bat oak maple elm ash pine cedar birch beech willow poplar aspen alder spruce hickory
    laurel ivy lotus lily rose daisy tulip orchid iris jasmine lavender violet thistle clover reed bamboo cactus palm
    prey predator nest egg wing feather tail fur claw beak hatch habitat breed breeding wild wildlife pasture cattle
    livestock vegetation meadow field blossom bloom petal pollen stem twig thorn acorn fungus mushroom algae reptile
    rodent fowl swarm herd flock pup puppy puppies kitten dinosaur dragon amazon rainforest jungle swamp savanna`,
  body: `arm leg hand finger thumb wrist elbow shoulder neck head face eye ear nose mouth lip tooth teeth tongue chin
    cheek hair skin bone skull rib spine chest breast back waist hip knee ankle foot feet toe heel nail muscle tendon
    joint blood vein artery heart lung liver kidney stomach brain nerve flesh body limb torso belly palm fist forearm
    biceps beard injury injured injuries wound wounded broken fracture fractured amputated surgery pain sore ache swollen
    bruise tattoo sleeve bracelet armpit scar paralysed paralyzed reach stretch stretched posture bend bent raised
    outstretched crossed folded lift tumor disease symptom patient anatomy sweat grip muscular pelvis jaw womb pregnant`,
  shape: `square circle triangle rectangle cube sphere cone cylinder pyramid prism polygon hexagon pentagon octagon rhombus
    parallelogram quadrilateral trapezoid trapezoids ellipse oval diamond disc ring loop arc curve line point angle edge
    vertex vertices side corner face base diagonal radius diameter perimeter area width length height depth volume
    equilateral isosceles regular symmetric symmetry tile tiling tessellation grid lattice pattern shape shaped geometry
    geometric axis plane parallel perpendicular equal ratio integer number prime fraction decimal digit sum product root
    divisor theorem formula equation function matrix vector graph mathematics mathematical algebra triangular hexagonal
    pentagonal rectangular circular spherical dimension dimensional inch inches metre metres meter meters feet mile miles
    acre hectare km cm mm wide tall thick thin flat round hollow tapered polygonal polyhedron dodecagon decagon block
    stripe spot dot cross star spiral slope segment sector scale row rows tetrahedron octahedron cubic quadratic peg`,
  sky: `sun moon star planet earth sky cloud rain storm thunder lightning snow ice frost fog mist hail wind breeze gale
    blizzard hurricane tornado cyclone weather climate temperature season spring summer autumn winter sunrise sunset dawn
    dusk day night noon midnight morning evening afternoon tonight today tomorrow yesterday sunny cloudy rainy foggy snowy
    warm cold hot cool chilly humid shine shining bright dark horizon sunlight daylight moonlight shadow rainbow aurora
    eclipse comet meteor galaxy nova nebula orbit mercury venus mars jupiter saturn neptune pluto solar lunar downpour
    drizzle flood drought heat wave tide thaw zodiac equinox solstice gorgeous beautiful`,
  place: `town city village country county district province region state kingdom empire republic colony border territory
    island islands peninsula continent coast coastal shore beach bay cape gulf harbor harbour port ocean sea lake river
    stream creek waterfall canyon valley hill mountain mountains peak ridge cliff cave volcano volcanic desert plain north
    south east west northern southern eastern western central capital street road avenue lane alley park plaza church
    cathedral temple mosque castle palace fort tower bridge monument statue museum inhabitants population settlement
    municipality parish suburb downtown neighbourhood neighborhood located situated surrounded sultan dutch colonial
    portuguese indonesia indonesian malaysia philippines india china japan africa asia europe america australia brazil
    mexico egypt turkey greece italy spain france germany england scotland wales ireland earthquake archipelago nearby
    resident residents native natives pilgrims cobbled terrace fountain tribe dynasty pier quarry reservoir delta oasis
    geography geographical inland highland highlands lowland trail hike hiking glacier iceberg army troops province
    austria belgium holland netherlands poland russia ukraine sweden norway denmark finland iceland portugal hungary romania
    bulgaria serbia croatia albania switzerland israel syria lebanon iraq iran pakistan bangladesh nepal tibet burma thailand
    vietnam cambodia laos korea taiwan singapore borneo sumatra bali sulawesi papua timor ceylon madagascar kenya uganda
    ethiopia sudan nigeria ghana congo angola zimbabwe morocco algeria tunisia libya sicily sardinia corsica crete cyprus
    malta cuba jamaica haiti bahamas bermuda peru chile bolivia ecuador colombia venezuela argentina uruguay paraguay canada
    boston brooklyn burlington cambridge carolina cleveland columbia dakota dallas denver derby devon dublin
    florence geneva georgia houston jersey lancaster manchester memphis milan montana nevada newcastle orlando
    oxford patagonia phoenix plymouth princeton savannah seattle sydney utah vienna wellington york yorkshire rome
    madison salem kent london chester
    california texas alaska hawaii zealand arab turkish
    greek roman mediterranean atlantic pacific arctic tropical hindu muslim buddhist islamic
    provinces ethnic ferry sailed ship ships shipwreck fleet navy naval crew voyage`,
  home: `house home room kitchen bedroom bathroom door window wall floor ceiling roof stairs chimney cellar attic garage
    fence gate porch table chair bench desk shelf sofa couch bed pillow blanket curtain carpet rug lamp candle mirror clock
    oven stove sink bath shower tap bucket basket box bag bottle jar tin pan pot kettle tray broom brush soap towel
    needle thread cloth fabric linen silk cotton wool leather fur shirt coat jacket dress skirt trousers sock shoe boots
    boot hat cap glove scarf belt button pocket zip collar lace ring necklace jewel jewelry gem pearl ruby amber jade gold
    silver bronze copper brass iron steel tin lead metal stone brick marble clay sand concrete glass wooden plastic paper
    tile plank nail hammer saw axe drill screw bolt nut wrench ladder rope chain hook wire spring lever wheel gear pipe
    hose pump valve tank barrel anchor sail mast deck oar saddle bridle arrow bow sword shield spear dagger blade helmet
    armor armour toy doll kite puzzle pin pencil pen notebook envelope stamp staple staples flag tent lantern torch
    cowboy glasses sunglasses umbrella wallet purse parcel parcels balloon peel paint painted polished worn wearing wear`,
  art: `song sing singing singer opera choir chorus melody tune tempo rhythm bass drum flute harp trumpet horn bell string
    violin cello guitar piano orchestra concert symphony dance dancing ballet stage theatre theater play poem poet poetry
    verse tale story fairy myth legend god goddess hero heroine king queen prince princess knight witch wizard giant angel
    devil ghost spirit soul prayer priest bible verse hymn christmas easter saint holy novel fiction love lovely happy
    happiness joy hope dream fear anger sad sadness birthday wedding baby child children kid kids boy girl man woman mother
    father wife husband daughter son sister brother friend friends lover`,
  sense: `meaning word symbol literally definition defined noun verb adjective latin greek radical called
    ancient medieval traditional dwarf poisoned rotten wooden mythology folk proverb metaphor`,
} as const

// Words of business and technology.
const TRADE = `company companies corporation corporate inc incorporated ltd llc corp plc gmbh firm enterprise startup startups
  subsidiary ceo cfo cto founder founders cofounder founded executive executives employee employees shareholder
  shareholders investor investors investment acquisition acquired acquire acquires merger merged merging partnership partner
  headquarters headquartered brand brands trademark logo advertising advertisement commercials commercial ad ads marketing
  revenue profit profits sales earnings shares stock stocks nasdaq nyse ipo market markets competitor competitors rival
  vendor vendors supplier suppliers manufacturer manufacturers manufactured retailer retailers customer customers
  consumer consumers subscription subscribe subscribers pricing priced price discount refund billing invoice payment payments
  checkout merchant merchants bank fintech store stores outlet outlets franchise product products launch launched launches
  announced announcement announces unveiled unveils introduced released release discontinued licensed license lawsuit sued
  sues patent patents antitrust copyright software hardware app apps application applications computer computers computing
  desktop laptop laptops pc pcs smartphone smartphones phone phones mobile tablet tablets iphone ipad ipod itunes mac
  macintosh ios android linux unix windows browser browsers web website websites internet online digital wireless network
  platform platforms api apis sdk plugin plug-in plugins extension integration integrations dashboard interface user users
  developer developers developed developing programming programmer programmers code coding compiler compiled compile
  runtime syntax script javascript php html css xml sql java python perl ruby fortran c++ class classes object-oriented
  library libraries framework frameworks open-source source implementation implemented implementations server
  servers database databases cloud saas crm erp processor processors microprocessor cpu cpus gpu chip chips chipset
  architecture architectures instruction instructions instruction-set core cores 32-bit 64-bit 16-bit 8-bit x86 embedded
  semiconductor silicon kernel firmware bios boot virtual machine memory cache usb bluetooth wi-fi wifi video audio
  multimedia streaming stream console consoles playstation nintendo xbox gaming gamer role-playing rpg gameplay franchise
  game games sequel publisher publishers published publishes port ported version versions feature features upgrade
  update updates device devices gadget electronics technology technologies technical tech engineer engineers engineering
  support supported supports compatible compatibility format formats file files data byte bytes protocol standard java
  email login account download downloads downloaded install installed installation toolkit tool tools tutorial prototype
  model models service services provider providers airline airlines flight insurance telecom telecommunications broadcaster
  newspaper magazine editorial newsroom journalist reporter reports reported columnist headline via sponsor sponsored
  sponsorship league championship team teams fans fan match goal goals transfer midfielder striker coach season defeat
  beat beats playoffs hack hacked breach hackers password security privacy ai chatbot assistant automation workflow
  e-commerce ecommerce retail wholesale buy buys sell sells sold bought purchase purchased hired hires layoffs joined job
  jobs warranty premium reviews rating alternative alternatives competitor`

// Well-known companies: beside one of them, in a list or a deal, an ambiguous word is a company too.
const COMPANIES = `google microsoft samsung sony amazon facebook meta ibm intel amd nvidia dell hp lenovo asus acer lg nokia motorola
  ericsson huawei xiaomi oppo htc rim cisco oracle sap adobe autodesk mozilla yahoo ebay paypal netflix disney
  pixar hulu spotify twitter linkedin instagram whatsapp youtube tiktok snapchat pinterest reddit skype zoom slack dropbox
  lyft airbnb tesla toyota honda ford nissan bmw audi mercedes volkswagen kia hyundai chevrolet porsche boeing airbus
  walmart wal-mart costco ikea starbucks mcdonald's mcdonalds nestle nestlé unilever coca-cola pepsi kraft
  nike adidas puma reebok gap zara h&m macys macy's sephora mastercard amex citigroup citibank jpmorgan barclays hsbc
  verizon at&t vodafone t-mobile sprint comcast qualcomm broadcom texas panasonic toshiba hitachi fujitsu nec sharp canon nikon
  philips siemens bosch nintendo sega capcom konami namco bandai enix atari activision ubisoft eidos valve android
  firefox chrome salesforce hubspot shopify stripe wordpress github gitlab atlassian docker redhat vmware netscape novell
  bbc cnn nbc cbs abc espn reuters bloomberg mtv fox universal paramount warner fedex ups dhl exxonmobil bp chevron
  argos tesco sainsbury's sainsburys asda aldi lidl groupme stumbleupon sonos groupon yelp tumblr medium android solaris
  ibm's liverpool everton chelsea manu dortmund barcelona madrid mozilla's symantec mcafee kaspersky xerox kodak`

/** What is known of an ordinary word. */
export interface WordTopic {
  /** Its semantic field; null for a word that only belongs to trade or names a company. */
  field: SemanticField | null
  /** It is a word of business and technology. */
  trade: boolean
  /** It is the name of a well-known company. */
  company: boolean
}

const TOPICS = new Map<string, WordTopic>()

function add(words: string, change: Partial<WordTopic>): void {
  for (const word of words.split(/\s+/)) {
    TOPICS.set(word, { field: null, trade: false, company: false, ...TOPICS.get(word), ...change })
  }
}

for (const [field, words] of Object.entries(FIELDS)) add(words, { field: field as SemanticField })
add(TRADE, { trade: true })
add(COMPANIES, { company: true })

/** The topic of a word in lower case, or of its singular; undefined for words that are not listed. */
export function topicOf(word: string): WordTopic | undefined {
  const known = TOPICS.get(word)
  if (known || !word.endsWith('s')) return known
  return TOPICS.get(word.slice(0, -1)) ?? (word.endsWith('es') ? TOPICS.get(word.slice(0, -2)) : undefined)
}
