/** ISO 3166 and the codes that Doc 9303-3, 5 adds to it. Pairs of alpha-3 and alpha-2. */
// biome-ignore format: a table, ten countries a line.
const ALPHA_3 = `
AFG AF ALA AX ALB AL DZA DZ ASM AS AND AD AGO AO AIA AI ATA AQ ATG AG
ARG AR ARM AM ABW AW AUS AU AUT AT AZE AZ BHS BS BHR BH BGD BD BRB BB
BLR BY BEL BE BLZ BZ BEN BJ BMU BM BTN BT BOL BO BES BQ BIH BA BWA BW
BVT BV BRA BR IOT IO BRN BN BGR BG BFA BF BDI BI CPV CV KHM KH CMR CM
CAN CA CYM KY CAF CF TCD TD CHL CL CHN CN CXR CX CCK CC COL CO COM KM
COG CG COD CD COK CK CRI CR CIV CI HRV HR CUB CU CUW CW CYP CY CZE CZ
DNK DK DJI DJ DMA DM DOM DO ECU EC EGY EG SLV SV GNQ GQ ERI ER EST EE
SWZ SZ ETH ET FLK FK FRO FO FJI FJ FIN FI FRA FR GUF GF PYF PF ATF TF
GAB GA GMB GM GEO GE DEU DE GHA GH GIB GI GRC GR GRL GL GRD GD GLP GP
GUM GU GTM GT GGY GG GIN GN GNB GW GUY GY HTI HT HMD HM VAT VA HND HN
HKG HK HUN HU ISL IS IND IN IDN ID IRN IR IRQ IQ IRL IE IMN IM ISR IL
ITA IT JAM JM JPN JP JEY JE JOR JO KAZ KZ KEN KE KIR KI PRK KP KOR KR
KWT KW KGZ KG LAO LA LVA LV LBN LB LSO LS LBR LR LBY LY LIE LI LTU LT
LUX LU MAC MO MDG MG MWI MW MYS MY MDV MV MLI ML MLT MT MHL MH MTQ MQ
MRT MR MUS MU MYT YT MEX MX FSM FM MDA MD MCO MC MNG MN MNE ME MSR MS
MAR MA MOZ MZ MMR MM NAM NA NRU NR NPL NP NLD NL NCL NC NZL NZ NIC NI
NER NE NGA NG NIU NU NFK NF MKD MK MNP MP NOR NO OMN OM PAK PK PLW PW
PSE PS PAN PA PNG PG PRY PY PER PE PHL PH PCN PN POL PL PRT PT PRI PR
QAT QA REU RE ROU RO RUS RU RWA RW BLM BL SHN SH KNA KN LCA LC MAF MF
SPM PM VCT VC WSM WS SMR SM STP ST SAU SA SEN SN SRB RS SYC SC SLE SL
SGP SG SXM SX SVK SK SVN SI SLB SB SOM SO ZAF ZA SGS GS SSD SS ESP ES
LKA LK SDN SD SUR SR SJM SJ SWE SE CHE CH SYR SY TWN TW TJK TJ TZA TZ
THA TH TLS TL TGO TG TKL TK TON TO TTO TT TUN TN TUR TR TKM TM TCA TC
TUV TV UGA UG UKR UA ARE AE GBR GB USA US UMI UM URY UY UZB UZ VUT VU
VEN VE VNM VN VGB VG VIR VI WLF WF ESH EH YEM YE ZMB ZM ZWE ZW
D DE GBD GB GBN GB GBO GB GBP GB GBS GB RKS XK XXK XK EUE EU UNO UN UNA UN UNK UN
`;

const pairs = ALPHA_3.trim().split(/\s+/);
const alpha2ByCode = new Map(
  pairs.flatMap((code, index) => (index % 2 === 0 ? [[code, pairs[index + 1] ?? ''] as const] : [])),
);

/** The State of ICAO's specimens. It is not a country, so it is never shown as one. */
export const SPECIMEN_STATE = 'UTO';
const SPECIMEN_COUNTRY = 'UT';

/**
 * States whose documents are signed with certificates of another code. Doc 9303-12, 7.1 requires the country of the issuer in
 * certificates, and Doc 9303-3, 5 gives territories their own codes; where the two conflict, this table follows the issuer:
 * - China: the CSCAs of Hong Kong and Macao name C=CN with the region in O (master list of the German BSI, 2026-05-28).
 * - Denmark and the Netherlands: one passport act for the whole realm (Pasloven; Paspoortwet, a Rijkswet), and no CSCA of
 *   a territory in that list.
 * - United Kingdom: His Majesty's Passport Office issues the passports of the territories; Bermuda has its own CSCA, which
 *   the British one certifies (same list, C=BM).
 */
const ALSO_SIGNED_BY: Record<string, string[]> = {
  CHN: ['HK', 'MO'],
  HKG: ['CN'],
  MAC: ['CN'],
  ...family('DK', ['GRL', 'FRO']),
  ...family('NL', ['ABW', 'CUW', 'SXM', 'BES']),
  ...family('GB', ['AIA', 'BMU', 'CYM', 'FLK', 'GGY', 'GIB', 'IMN', 'IOT', 'JEY', 'MSR', 'PCN', 'SHN', 'TCA', 'VGB']),
  // British overseas territories citizens: issued in London or by the territory.
  GBD: ['AI', 'BM', 'FK', 'GI', 'IO', 'KY', 'MS', 'PN', 'SH', 'TC', 'VG'],
};

/** The two-letter code of a State in the MRZ; undefined for organisations without one, stateless persons and specimens. */
export function countryOf(code: string): string | undefined {
  return alpha2ByCode.get(code);
}

/** Whether certificates that name these countries may form a chain, and may sign documents of this State. */
export function countriesAgree(certificateCountries: readonly string[], state?: string): boolean {
  const countries = new Set(certificateCountries.map(normalise));
  if (state === undefined) return countries.size === 1;
  const own =
    state === SPECIMEN_STATE
      ? SPECIMEN_COUNTRY
      : (alpha2ByCode.get(state) ?? (state.startsWith('X') ? state.slice(0, 2) : ''));
  const accepted = new Set([own, ...(ALSO_SIGNED_BY[state] ?? [])]);
  return countries.size > 0 && [...countries].every((country) => accepted.has(country));
}

/** Whether two codes belong to one State, or to a State and its territory: the CSCA of the UK certifies that of Bermuda. */
export function isOneFamily(a: string, b: string): boolean {
  const [one, other] = [normalise(a), normalise(b)];
  return one === other || isTerritory(one, other) || isTerritory(other, one);
}

const isTerritory = (country: string, sovereign: string) =>
  Object.entries(ALSO_SIGNED_BY).some(([code, by]) => alpha2ByCode.get(code) === country && by.includes(sovereign));

/** The two-letter code of the country that a certificate names (Doc 9303-12, 7.1 requires ISO 3166-1), if it can be determined. */
export function certificateCountry(named: string): string | undefined {
  const code = OWN_CODES[named] ?? (named.length === 3 ? alpha2ByCode.get(named) : named);
  return code && /^[A-Z]{2}$/.test(code) ? code : undefined;
}

/**
 * Codes that certificates use instead of ISO 3166: Kosovo, which has no code there, is KS in the German master list, and the
 * European Union writes UK and EL for GB and GR (Interinstitutional Style Guide, annex A5).
 */
const OWN_CODES: Record<string, string> = { KS: 'XK', UK: 'GB', EL: 'GR' };

/** Certificates write countries in either case, with three letters, or with a code outside ISO 3166. */
function normalise(country: string): string {
  const code = country.trim().toUpperCase();
  return OWN_CODES[code] ?? (code.length === 3 ? (alpha2ByCode.get(code) ?? code.slice(0, 2)) : code);
}

function family(sovereign: string, territories: string[]): Record<string, string[]> {
  return Object.fromEntries(territories.map((territory) => [territory, [sovereign]]));
}
