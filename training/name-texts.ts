import type { NamedAnswer } from '../test/quality/named-answers.ts'

/**
 * Short answers written for training, with made-up names between « and ». They cover how-to answers with headings and
 * menu names, which are rare in the licensed answers, and Danish and German, which use capitals and compounds
 * differently.
 */
const TEXTS = [
  `To free up space on your phone, open the Settings app and look at what takes the most room. You can also remove old downloads.
## Here's a more detailed breakdown:
- Open Settings: Tap Settings, then General, then Storage.
- Check Storage Usage: Look at the list and select Photos or Messages.
- Remove Unused Apps: Tap the app and choose Offload App or Delete App.
- Clear Browser Data: In «Norvella» , go to Menu > Privacy > Clear Data.
## Additional Tips:
- Restart Your Device: Hold the Power button and the Volume Up key.
- Cloud Backup: Copy photos to «Skyvault» before you delete them.
## Important Considerations:
- Battery Life: A full disk can slow down updates.
- Data Loss: Use Save As or Export to PDF first.`,
  `A mortgage broker compares loans for you. In Texas and California they need a license from the Department of Insurance.
## Key Benefits
**Lower Costs:** A broker may find a better rate than a bank.
**Wide Choice:** Many lenders, for example «Loanbrook» and «Harding Mutual», work only through brokers.
## Common Mistakes
1. Hidden Fees. Ask for the Annual Percentage Rate (APR) in writing.
2. Missing Documents. Bring your ID, W-2 and Social Security Number.
## Final Thoughts
Compare three offers in January or February. According to Professor Anna Miller of Boston University, most people save $1,200.
## Frequently Asked Questions
**Is It Free?** Often, yes. **How Long Does It Take?** About two weeks in New York.`,
  `To calculate the average in a spreadsheet, use the AVERAGE function. If cells hold text, use AVERAGEIF or IFERROR.
## Steps
1. Select the Cell: Click B2 and press Ctrl + C.
2. Enter the Formula: Type =AVERAGE(A1:A10) and press Enter.
3. Copy Down: Drag the Fill Handle to B10.
## Using «Tablero» Online
- File > Import > Upload lets you open XLSX and CSV files.
- Choose "Replace Sheet" and click Import Data.
## Troubleshooting
- Error Messages: #DIV/0! means that there is no number. Check the USB drive, the Wi-Fi and the VPN.
- Wrong Results: Look for hidden rows with the Find & Select menu.`,
  `Drinking water keeps the body working. The National Institute of Health advises two liters a day, more in Summer.
- Heart Health: Vitamin B12 and Omega-3 matter too.
- Weight Loss: A glass before meals helps. Dr. James Cole of Oxford agrees.
- Bottled Water: «Glenaway» and «Purell Springs» sell it in glass; «Aquatine» does not.
## Types of Water
- Sparkling Water: It has CO2. Mineral Water: It has calcium.
- Tap Water: In the United States and Europe it is safe.`,
  `Der er flere gode måder at spare på strømmen i Danmark, og det meste koster ikke noget.
## De største forbrugere
- **Køleskab** – et gammelt køleskab bruger ofte 400 kWh om året.
- **Vaskemaskine** – vask ved 30 grader. **Tørretumbler** – brug tørresnoren i stedet.
- **Elpærer** – skift til LED fra «Lysholt» eller «Novalux».
## Elselskaber
**«Nordstrøm»** er billigst i Jylland, mens **«Vindkraft Direkte»** har grøn strøm. «Nordstrøms» app er god.
| Selskab | Pris |
|---|---|
| «Nordstrøm» | 1,10 kr. |
| «Fynsk El» | 1,25 kr. |
**Praktiske råd**
1. **Tjek prisen** hver time. Energistyrelsen har en oversigt.
2. **Sluk for standby.** Fjernsyn og computer bruger strøm hele døgnet.
**Kort sagt:** Vælg «Nordstrøm», hvis du bor i København eller Aarhus. Hvad bruger du i dag?`,
  `Rugbrød er let at bage selv, og det holder sig godt.
### Ingredienser
- **Rugmel** – helst groft. **Hvedemel** – lidt giver en luftig krumme.
- **Surdej** – køb den hos en bager, eller brug «Møllegårdens» pulver.
- **Solsikkekerner**, **Hørfrø** og **Græskarkerner** – efter smag.
- **Havsalt** – for eksempel fra «Saltværk Nord».
### Sådan gør du
1. **Bland dejen**: Rør mel, vand og salt sammen.
2. **Lad den hæve**: Tolv timer i køleskabet.
3. **Bag brødet**: En time ved 180 grader.
### Færdige brød
«Kernegaard» og «Bageriet Sønderby» er de bedste i butikkerne, mens «Kernegaard Fiberrig» har flest fibre. Fødevareministeriet anbefaler fuldkorn. Professor Hanne Krogh fra Københavns Universitet er enig.
**Min vurdering:** «Kernegaard» til hverdag. Vil du have en opskrift uden gluten?`,
  `Når du vælger cykel, er det vigtigste, at den passer til turen. Her er typerne:
**Citycykel**
En citycykel er god til byen. «Vesterbro Cykler» og «Rulle» laver dem begge i Odense.
**Elcykel**
Elcyklen hjælper op ad bakke. «Rulle E2» har et batteri på 500 Wh. Prisen er ofte 15.000 kr.
**Mountainbike**
Til skoven på Bornholm eller Fyn. Kig efter skivebremser og brede dæk.
**Ladcykel**
Praktisk til børn og indkøb. Mange køber «Kassekon», som fås hos «Hjulhuset».
## Sikkerhed
- **Hjelm:** Vælg en med CE-mærke. **Lygter:** Lovpligtige fra solnedgang.
- **Lås:** Forsikringen kræver en godkendt lås. Ifølge Cyklistforbundet bliver 50.000 stjålet.
## Vigtigt forbehold
Priserne er fra maj. Jeg kan ikke se lageret.`,
  `Für ein neues Konto brauchst du meist nur den Personalausweis und ein paar Minuten Zeit.
## Was wichtig ist
- **Gebühren:** Viele Banken verlangen eine Kontoführungsgebühr, besonders bei geringem Gehaltseingang.
- **Kundenservice:** Achte auf Erreichbarkeit am Wochenende und auf eine deutschsprachige Beratung.
- **Sicherheit:** Die Einlagensicherung schützt Guthaben bis 100.000 Euro.
## Anbieter im Vergleich
1. **«Lindbank»** – kein Mindestumsatz, gute App, aber wenige Automaten in Österreich und der Schweiz.
2. **«Kontora»** – übersichtliche Buchungen und ein günstiger Kredit. Der Support von «Kontora» antwortet schnell.
3. **«Sparwerk Direkt»** – hohe Zinsen auf dem Tagesgeld. Nachteil: Die Karte kostet extra.
**Fazit:** Mit «Lindbank» machst du im Alltag nichts falsch. Für Reisen ins Ausland ist «Kontora» die bessere Wahl.
**Schritt für Schritt**
1. **Antrag ausfüllen:** Gib Namen, Anschrift und Geburtsdatum ein.
2. **Ausweis zeigen:** Halte den Ausweis in die Kamera. Danach kommt eine Bestätigung per Post.
Die Verbraucherzentrale und das Finanzministerium raten, im Zweifel nachzufragen.`,
  `Eine Waschmaschine hält im Schnitt zehn Jahre. Danach lohnt sich die Reparatur oft nicht mehr.
### Häufige Ursachen
* **Flusensieb verstopft:** Reinige das Sieb und den Ablaufschlauch.
* **Dichtung undicht:** Prüfe das Gummi auf Risse. Ein Ersatzteil kostet rund 40 Euro.
* **Heizstab verkalkt:** Hilft ein Entkalker nicht, muss der Fachmann ran.
### Welche Maschine kaufen?
Die Geräte von «Brandtner» gelten als robust, und «Wasa» überzeugt mit leisem Lauf. Wer auf den Preis schaut, nimmt die «Wasa Eco 8». Von «Lavarello» rate ich ab: Der Motor ist laut, das Display ein Ärgernis, und im Test fiel die Trommel auf.
**Vorteile:** Lange Garantie, geringer Verbrauch. **Nachteile:** Hoher Preis, Lieferung nur bis zur Bordsteinkante.
Unterm Strich: Kauf «Brandtner», wenn Haltbarkeit zählt. In Hamburg und München liefert «Gerätehof» am selben Tag.`,
  `Havregryn er billigt og mætter længe, og der er stor forskel på typerne.
## De mest almindelige typer
**Finvalsede havregryn**
Gode til grød. De kendteste er «Solmark», som sælges i hele Danmark, og «Kornkammeret».
**Grovvalsede havregryn** og **Glutenfri havregryn** – dyrere, men med mere bid.
**Havrekiks** – søde og fedtrige. **Havredrik**, **Sojadrik** og **Mandeldrik** er til kaffen.
| Type | Protein | Fibre |
|---|---|---|
| Finvalsede | 13 g | 10 g |
| Grovvalsede | 12 g | 11 g |
| «Solmark Plus» | 15 g | 12 g |
## Butikker
- **«Torvekassen»** har laveste pris, mens «Spareland» og «Hverdag» ofte har tilbud.
- **Økologi:** «Solmark» og «Ålund Mølle» har begge Ø-mærket. Miljøstyrelsen, Forbrugerrådet og WHO anbefaler det.
## Næringsindhold
- **Jern**, **Magnesium** og **B-vitaminer**: Havre har mest. **Kostfibre** sænker kolesterol.
Vil du have det billigste, så køb «Torvekassens» egne. Skal jeg sammenligne med Sverige og Norge?`,
  `Her er et kort overblik over ferie med børn i efteråret:
1. **Sommerhus** – fleksibelt og billigt uden for sæsonen. Lej hos «Klithus» eller «Strandferie».
2. **Vandland** – «Bølgeparken» ved Vejle er bedst til små børn, og «Aqualund» har flest rutsjebaner.
3. **Storbyferie** – Hamborg, Oslo og Malmö nås med tog fra København på få timer.
4. **Museer** – Nationalmuseet har gratis adgang for børn, og Moesgaard ligger tæt på skoven.
**Pakkeliste**
- Regntøj og Gummistøvler
- Badetøj, Solcreme og Førstehjælp
**Bestilling:** «Klithus» kræver depositum, det gør «Strandferie» ikke. Ifølge Rigspolitiet og Færdselsstyrelsen skal barnestolen være godkendt.
**Konklusion:** «Klithus» er det sikre valg. Undgå «Rejselyst», for kundeservicen svarer sjældent.`,
  `Forskellen på smør og margarine er først og fremmest fedtet.
- **Smør** laves af fløde og indeholder mættet fedt. **Margarine** laves af planteolie.
- **Blandingsprodukter** – for eksempel «Morgengry» og «Bondegård Light» – smører lettere.
- **Kærnemælk** og **Sødmælk** bruges til bagning. **Cheddar**, **Gouda** og **Brie** er oste og ingen mærker.
- **Rapsolie** – bedst til stegning. **Olivenolie** – bedst til salat; prøv «Casa Lindo».
### Hvad siger reglerne?
Fødevarestyrelsen kræver 80 % fedt. EU-reglerne er ens i Tyskland, Polen og Italien.
### Mit råd
Brug smør til julebag og «Morgengry» til brød. «Morgengrys» pris er lavest i uge 40. **Husk** at se på Nøglehulsmærket.`,
  `Bei Matratzen entscheidet vor allem der Härtegrad, denn der Rücken muss gerade liegen.
| Modell | Härtegrad | Preis |
|---|---|---|
| «Schlafgut Basis» | mittel | 199 Euro |
| «Nachtwerk One» | fest | 349 Euro |
| «Traumolino» | weich | 449 Euro |
- **Kaltschaum** ist leicht, **Federkern** ist luftig, **Latex** ist schwer.
- **Probeschlafen:** Bei «Nachtwerk» sind hundert Nächte inklusive. **Lieferung:** Der Spediteur stellt sie in die Wohnung.
- **Bezug:** Waschbar bei sechzig Grad. Allergiker achten auf das Gütesiegel.
«Schlafgut» gewinnt beim Preis, «Traumolino» beim Komfort. Im Test der Zeitschrift fiel der Geruch auf. Mein Tipp: Nimm «Nachtwerk One», solange das Angebot gilt.
**Häufige Fragen**
**Wie lange hält eine Matratze?** Etwa acht Jahre. **Was kostet die Entsorgung?** Der Wertstoffhof in Köln nimmt sie kostenlos.`,
  `Streaming-Dienste unterscheiden sich bei Auswahl, Bildqualität und Kündigungsfrist.
1. **Filmauswahl:** «Kinolux» hat die meisten Klassiker, «Serienwerk» die neuesten Folgen.
2. **Bildqualität:** Ultra HD gibt es nur im teuersten Tarif. Auf dem Fernseher braucht man einen HDMI-Anschluss.
3. **Kosten:** «Kinolux» kostet im Monat neun Euro, mit Werbung die Hälfte. Für Familien lohnt sich das Jahresabo.
4. **Jugendschutz:** Die Einstellung findest du unter „Konto“ und „Profile“.
### Unser Urteil
Das Gesamtpaket von «Serienwerk» ist stimmig, der Nachteil ist die Oberfläche. Von «Flimmerbox» ist abzuraten: ständige Aussetzer, kaum Untertitel, miserable Erreichbarkeit.
### So kündigst du
Melde dich an, öffne den Bereich Mitgliedschaft und bestätige mit dem Passwort. Die Bestätigung kommt per E-Mail.`,
  `To connect a printer, turn it on and put it on the same Wi-Fi network as your computer. The «Inkwell» app finds most models.
## Method 1: Using Windows Settings
- Open Start: Press the Start button and type "Printers".
- Add a Device: Go to Bluetooth & Devices > Printers & Scanners > Add Device.
- Install Drivers: Download the DRIVER file (EXE or ZIP) from «Printaro» .
## Method 2: Using a USB Cable
- Connect the Cable: Use USB-B or USB-C. Wait until Device Manager shows it.
- Print a Test Page: Right-click the printer and select Printer Properties.
## Common Problems:
- Offline Status: Restart the Print Spooler service. Paper Jams: Open the rear door.
- Network Errors: Check the IP address, DNS and the Firewall in Control Panel.
## When to Call Support
The Better Business Bureau and Consumer Affairs list repair shops in Chicago, Miami and Los Angeles.`,
  `Florida is known for warm weather, beaches and theme parks. Orlando draws millions of visitors from Canada and Brazil.
- Natural Wonders: The Everglades and Lake Okeechobee lie south of Tampa.
- Cultural Diversity: Spanish and Haitian Creole are spoken in Miami Beach.
- Economy: Tourism, Agriculture and Aerospace lead. «Cargill Bay» and «Suncrest Cruises» are large employers.
- Famous People: Thomas Reed and Sarah Delgado were born there.
## Early History
Spain founded St. Augustine in 1565. In 1845 it joined the Union; the Civil War followed.
## Popular Attractions
«Splashdown Kingdom» opened in 1998, and «Gatorama» is cheaper. The Space Coast and the Florida Keys are free to visit.`,
] as const

function answerOf(marked: string, index: number): NamedAnswer {
  const names = [...marked.matchAll(/«(.*?)»/g)].map(([, name = '']) => ({
    name,
    aliases: [],
    weighed: true,
  }))
  const spans: NamedAnswer['spans'] = []
  let text = ''
  for (const part of marked.split('»')) {
    const [before = '', name] = part.split('«')
    text += before
    if (name !== undefined) spans.push({ start: text.length, end: text.length + name.length })
    text += name ?? ''
  }
  return { set: 'written', prompt: `written ${index}`, text, names, spans, labelledTo: text.length }
}

/** Returns the answers written for training. */
export function writtenAnswers(): NamedAnswer[] {
  return TEXTS.map(answerOf)
}
