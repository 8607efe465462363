/** The worked examples of Doc 9303-11 from the chip's side: this chip sends the same responses as the chip in the standard. */
import { bytesToHex, hexToBytes, numberToBytesBE } from '@noble/curves/utils.js';
import { describe, expect, test } from 'vitest';
import { domainParameters } from '../curves/domain-parameters.ts';
import { readTlvs, tlv } from '../tlv/tlv.ts';
import { paceProtocol } from './authentication/card-access-file.ts';
import { firstStep, type PaceRun, type PaceStep } from './authentication/pace.ts';
import type { ChipAccess, ChipContents, PaceOffer } from './contents.ts';
import { createVirtualChip } from './virtual-chip.ts';

const hex = (text: string) => hexToBytes(text.replaceAll(/\s/g, '').toLowerCase());

/** The documents of appendices D and G. */
const STEVENSON = 'P<UTOSTEVENSON<<PETER<JOHN<<<<<<<<<<<<<<<<<<L898902C<3UTO6908061M9406236<<<<<<<<<<<<<<<2';
const G_DOCUMENT = 'P<UTOMUSTER<<ERIKA<<<<<<<<<<<<<<<<<<<<<<<<<<T220001293UTO6408125F1010318<<<<<<<<<<<<<<<6';
const COM = hex('60145F0104303130365F36063034303030305C026175');

const documentWith = (mrz: string, access: Partial<ChipAccess>): ChipContents => ({
  files: { com: COM, dg1: tlv(0x61, tlv(0x5f1f, new TextEncoder().encode(mrz))) },
  access: { bac: true, pace: [], ...access },
});

/** Returns what the chip of the example drew: nonces unchanged, and private keys minus one, because `randomScalar` adds one. */
function drawing(...drawn: (Uint8Array | bigint)[]) {
  const rest = [...drawn];
  return (length: number) => {
    const next = rest.shift();
    if (next === undefined) throw new Error(`The example draws nothing more, but ${length} bytes were asked for.`);
    const bytes = typeof next === 'bigint' ? numberToBytesBE(next - 1n, length) : next;
    expect(bytes.length).toBe(length);
    return bytes;
  };
}

async function converse(chip: ReturnType<typeof createVirtualChip>, exchanges: readonly (readonly [string, string])[]) {
  for (const [command, response] of exchanges) {
    expect(bytesToHex(await chip.transmit(hex(command))), command).toBe(bytesToHex(hex(response)));
  }
}

const SELECT_APPLICATION = ['00A4040C07A0000002471001', '9000'] as const;

test('matches appendix D: BAC, and three commands under its keys', async () => {
  const random = drawing(hex('4608F91988702212'), hex('0B4F80323EB3191CB04970CB4052790B'));
  const chip = createVirtualChip(documentWith(STEVENSON, {}), { random });
  await converse(chip, [
    SELECT_APPLICATION,
    ['0084000008', '4608F919887022129000'],
    [
      '008200002872C29C2371CC9BDB65B779B8E8D37B29ECC154AA56A8799FAE2F498F76ED92F25F1448EEA8AD90A728',
      '46B9342A41396CD7386BF5803104D7CEDC122B9132139BAF2EEDC94EE178534F2F2D235D074D74499000',
    ],
    ['0CA4020C158709016375432908C044F68E08BF8B92D635FF24F800', '990290008E08FA855A5D4C50A8ED9000'],
    ['0CB000000D9701048E08ED6705417E96BA5500', '8709019FF0EC34F9922651990290008E08AD55CC17140B2DED9000'],
    [
      '0CB000040D9701128E082EA28A70F3C7B53500',
      '871901FB9235F4E4037F2327DCC8964F1F9B8C30F42C8E2FFF224A990290008E08C8B2787EAEA07D749000',
    ],
  ]);
});

test('refuses a reader whose proof has one wrong bit, and requires a new challenge', async () => {
  const chip = createVirtualChip(documentWith(STEVENSON, {}), { random: drawing(hex('4608F91988702212')) });
  await converse(chip, [
    SELECT_APPLICATION,
    ['0084000008', '4608F919887022129000'],
    ['008200002872C29C2371CC9BDB65B779B8E8D37B29ECC154AA56A8799FAE2F498F76ED92F25F1448EEA8AD90A628', '6300'],
  ]);
});

const offer = (agreement: PaceOffer['agreement'], mapping: PaceOffer['mapping'], parameter_id: number): PaceOffer => ({
  agreement,
  mapping,
  parameter_id,
  cipher: 'AES-128',
});

describe('PACE', () => {
  test('matches appendix G.1: Generic Mapping on brainpoolP256r1', async () => {
    const random = drawing(
      hex('3F00C4D39D153F2B2A214A078D899B22'),
      0x498ff49756f2dc1587840041839a85982be7761d14715fb091efa7bce9058560n,
      0x107cf58696ef6155053340fd633392ba81909df7b9706f226f32086c7aff974an,
    );
    const contents = documentWith(G_DOCUMENT, { bac: false, pace: [offer('ECDH', 'GM', 13)] });
    await converse(createVirtualChip(contents, { random }), [
      ['0022C1A40F800A04007F00070202040202830101', '9000'],
      ['10860000027C0000', '7C12801095A3A016522EE98D01E76CB6B98B42C39000'],
      [
        `10860000457C438141047ACF3EFC982EC45565A4B155129EFBC74650DCBFA6362D896FC70262E0C2CC5E
         544552DCB6725218799115B55C9BAA6D9F6BC3A9618E70C25AF71777A9C4922D00`,
        `7C43824104824FBA91C9CBE26BEF53A0EBE7342A3BF178CEA9F45DE0B70AA601651FBA3F57
         30D8C879AAA9C9F73991E61B58F4D52EB87A0A0C709A49DC63719363CCD13C549000`,
      ],
      [
        `10860000457C438341042DB7A64C0355044EC9DF190514C625CBA2CEA48754887122F3A5EF0D5EDD301C
         3556F3B3B186DF10B857B58F6A7EB80F20BA5DC7BE1D43D9BF850149FBB3646200`,
        `7C438441049E880F842905B8B3181F7AF7CAA9F0EFB743847F44A306D2D28C1D9EC65DF6DB
         7764B22277A2EDDC3C265A9F018F9CB852E111B768B326904B59A0193776F0949000`,
      ],
      ['008600000C7C0A8508C2B0BD78D94BA86600', '7C0A86083ABB9674BCE93C089000'],
    ]);
  });

  test('stays closed after a token with one wrong bit', async () => {
    const random = drawing(
      hex('3F00C4D39D153F2B2A214A078D899B22'),
      0x498ff49756f2dc1587840041839a85982be7761d14715fb091efa7bce9058560n,
      0x107cf58696ef6155053340fd633392ba81909df7b9706f226f32086c7aff974an,
    );
    const contents = documentWith(G_DOCUMENT, { bac: false, pace: [offer('ECDH', 'GM', 13)] });
    const chip = createVirtualChip(contents, { random });
    for (const command of [
      '0022C1A40F800A04007F00070202040202830101',
      '10860000027C0000',
      `10860000457C438141047ACF3EFC982EC45565A4B155129EFBC74650DCBFA6362D896FC70262E0C2CC5E
       544552DCB6725218799115B55C9BAA6D9F6BC3A9618E70C25AF71777A9C4922D00`,
      `10860000457C438341042DB7A64C0355044EC9DF190514C625CBA2CEA48754887122F3A5EF0D5EDD301C
       3556F3B3B186DF10B857B58F6A7EB80F20BA5DC7BE1D43D9BF850149FBB3646200`,
    ])
      expect((await chip.transmit(hex(command))).slice(-2)).toEqual(hex('9000'));
    await converse(chip, [
      ['008600000C7C0A8508C2B0BD78D94BA86700', '6300'],
      ['008600000C7C0A8508C2B0BD78D94BA86600', '6985'],
      SELECT_APPLICATION,
      ['00B09E0000', '6982'],
    ]);
  });

  test('matches appendix G.2: Generic Mapping with Diffie-Hellman', async () => {
    const random = drawing(
      hex('FA5B7E3E49753A0DB9178B7B9BD898C8'),
      0x66ddafeac1609cb5b963bb0cb3ff8b3e047f336cn,
      0xa5b780126b7c980e9fcea1d4539da1d27c342dfan,
    );
    const contents = documentWith(G_DOCUMENT, { bac: false, pace: [offer('DH', 'GM', 0)] });
    await converse(createVirtualChip(contents, { random }), [
      ['0022C1A40F800A04007F00070202040102830101', '9000'],
      ['10860000027C0000', '7C128010854D8DF5827FA6852D1A4FA701CDDDCA9000'],
      [
        `10860000867C818381818023FB3749EA030D2A25B278D2A562047ADE3F01B74F17A15402CB7352CA7D2B3E
         B71C343DB13D1DEBCE9A3666DBCFC920B49174A602CB47965CAA73DC702489A44D41DB914DE9613DC5E98C94160551C0
         DF86274B9359BC0490D01B03AD54022DCB4F57FAD6322497D7A1E28D46710F461AFE710FBBBC5F8BA166F4311975EC6C00`,
        `7C818382818078879F57225AA8080D52ED0FC890A4B25336F699AA89A2D3A189654AF70729E6
         23EA5738B26381E4DA19E004706FACE7B235C2DBF2F38748312F3C98C2DD4882A41947B324AA1259AC22579DB93F7085
         655AF30889DBB845D9E6783FE42C9F2449400306254C8AE8EE9DD812A804C0B66E8CAFC14F84D8258950A91B44126EE69000`,
      ],
      [
        `10860000867C8183838180907D89E2D425A178AA81AF4A7774EC8E388C115CAE67031E85EECE520BD911
         551B9AE4D04369F29A02626C86FBC6747CC7BC352645B6161A2A42D44EDA80A08FA8D61B76D3A154AD8A5A51786B0BC0
         7147057871A922212C5F67F43173172236B7747D1671E6D692A3C7D40A0C3C5CE397545D015C175EB5130551EDBC2EE5D400`,
        `7C8183848180075693D9AE941877573E634B6E644F8E60AF17A0076B8B123D9201074D36152BD8B3A213F53820C4
         2ADC79AB5D0AEEC3AEFB91394DA476BD97B9B14D0A65C1FC71A0E019CB08AF55E1F729005FBA7E3FA5DC41899238A250
         767A6D46DB974064386CD456743585F8E5D90CC8B4004B1F6D866C79CE0584E49687FF61BC29AEA19000`,
      ],
      // The standard prints an object 87 after the token, for Terminal Authentication, which this chip does not support.
      ['008600000C7C0A8508B46DD9BD4D98381F00', '7C0A8608917F37B5C0E6D8D19000'],
    ]);
  });

  test('matches appendix H.1: Integrated Mapping on brainpoolP256r1', () => {
    const random = drawing(
      hex('2923BE84E16CD6AE529049F1F1BBE9EB'),
      0x107cf58696ef6155053340fd633392ba81909df7b9706f226f32086c7aff974an,
    );
    answers({ offer: offer('ECDH', 'IM', 13), random }, [
      ['', '8010143DC40C08C8E891FBED7DEDB92B64AD'],
      ['81105DD4CBFC96F5453B130D890A1CDBAE32', '8200'],
      [
        `83410489CBA23FFE96AA18D824627C3E934E54A9FD0B87A95D1471DC1C0ABFDCD640D4
         6755DE9B7B778280B6BEBD57439ADFEB0E21FD4ED6DF42578C13418A59B34C37`,
        `84410467F78E5F7F7686082B293E8D087E056916D0F74BC01A5F8957D0DE45691E51E8
         932B69A962B52A0985AD2C0A271EE6A13A8ADDDCD1A3A994B9DED257F4D22753`,
      ],
      ['8508450F02B86F6A0909', '860875D4D96E8D5B0308'],
    ]);
  });

  test('matches appendix H.2: Integrated Mapping with Diffie-Hellman', () => {
    const order = 0xf518aa8781a8df278aba4e7d64b7cb9d49462353n;
    // The private key of the example is longer than the order; its remainder is used.
    const key =
      0x020f018c7284b047fa7721a337efb7acb1440bb30c5252bd41c97c30c994bb78e9f0c5b32744d84017d21ffa6878396a6469ca283ef5c000daf7d261a39ab8860ed4610ab5343390897aab5a7787e4faefa0649c6a94fdf82d991e8e3fc332f5142729e7040a3f7d5a4d3cd75cbee1f043c1cad2dd484feb4ed22b597d36688en;
    const random = drawing(hex('FA5B7E3E49753A0DB9178B7B9BD898C8'), key % order);
    answers({ offer: offer('DH', 'IM', 0), random }, [
      ['', '80109ABB8864CA0FF1551E620D1EF4E13510'],
      ['8110B3A6DB3C870C3E99245E0D1C06B747DE', '8200'],
      [
        `8381800F0CC62945A8029251FB7EF3C094E12EC68E4EF07F27CB9D9CD04C5C4250FAE0
         E4F8A951557E929AEB48E5C6DD47F2F5CD7C351A9BD2CD722C07EDE166770F08FFCB370262CF308DD7B07F2E0DA9CAAA
         1492344C852906919538C98A4BA4187E76CE9D87832386D319CE2E043C3343AEAE6EDBA1A9894DC5094D22F7FE1351D5`,
        `848180928D9A0F9DBA450F13FC859C6F290D1D36E42431138A4378500BEB4E0401854C
         FF111F71CB6DC1D0335807A11388CC8EAA87B07907AAD9FBA6B169AF6D8C26AF8DDDC39ADC3AD2E3FF882B84D23E9768
         E95A80E4746FB07A9767679FE92133B4D379935C771BD7FBED6C7BB4B1708B275EA75679524CDC9C6A91370CC662A2F3`,
      ],
      ['850855D61977CBF5307E', '8608C2F04230187E1525'],
    ]);
  });

  test('matches appendix I: Chip Authentication Mapping', async () => {
    const order = 0xa9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7n;
    const mapping_key = 0x9e56a6b59c95d06ece5cd10f983bb2f4f1943528e577f23881d89d8c3bbee0aan;
    const disclosed = 0x85dc3fa93d0952bfa82f5fd189ee75bd82f11d1f0b8ed4bf5319ac9b53c426b3n;
    // The example does not print the chip's private key. It is derived from what the chip discloses.
    const private_key = (mapping_key * power(disclosed, order - 2n, order)) % order;
    const random = drawing(
      hex('658B860BC94DF6F044FCE6D5C82CF8E5'),
      mapping_key,
      0xcd626ef3c256e235fe8912cac28279e626008eda6b3a05c4cf862a3bdab79e78n % order,
    );
    const contents: ChipContents = {
      ...documentWith('P<UTOMUSTER<<ERIKA<<<<<<<<<<<<<<<<<<<<<<<<<<C11T002JM4UTO9608122F2310314<<<<<<<<<<<<<<<4', {
        bac: false,
        pace: [offer('ECDH', 'CAM', 13)],
      }),
      ca: [{ kind: 'ECDH', parameter_id: 13, key_id: 13, private_key }],
    };
    await converse(createVirtualChip(contents, { random }), [
      ['0022C1A40F800A04007F00070202040602830101', '9000'],
      ['10860000027C0000', '7C128010CB60E8E0D85B76A9BD304747C2AD42E29000'],
      [
        `10860000457C438141047F1D410ADB7DDB3B84BF1030800981A9105D7457B4A3ADE002384F3086C67EDE
         1AB889104A27DB6D842B019020FBF3CEACB0DC627F7BDCAC29969E19D0E553C100`,
        `7C43824104A234236AA9B9621E8EFB73B5245C0E09D2576E5277183C1208BDD55280CAE8B3
         04F365713A356E65A451E165ECC9AC0AC46E3771342C8FE5AEDD092685338E239000`,
      ],
      [
        `10860000457C43834104446C934084D9DAB863944F219520076C29EE3F7AE6722B11FF319EC1C7728F95
         5483400BFF60BF0C5929270009277DC2A515E12575010AD9BA916CF1BF86FEFC00`,
        `7C4384410402AD566F3C6EC7F9324509AD50A51FA52030782A4968FCFEDF737DAEA9933331
         11C3B9B4C2287789BD137E7F8AA882E2A3C633CCD6ECC2C63C57AD401A09C2E19000`,
      ],
      [
        '008600000C7C0A8508E86BD06018A1CD3B00',
        `7C3C86088596CF055C67C1A38A301EEA964DAAE372AC990E3EFDE6333353BFC89A6704D93DA8798CF77F5B7A54BD
         10CBA372B42BE0B9B5F28AA8DE2F4F929000`,
      ],
    ]);
  });
});

/**
 * The chip's responses in each step, without the template around them. Appendix H prints only the key that is derived from its
 * password, so the steps run with that key and without a chip.
 */
function answers(run: Pick<PaceRun, 'offer' | 'random'>, exchanges: readonly (readonly [string, string])[]) {
  let step: PaceStep | undefined = firstStep({
    ...run,
    protocol: paceProtocol(run.offer),
    group: domainParameters(run.offer.parameter_id)!,
    password_key: hex('591468CDA83D65219CCCB8560233600F'),
    contents: documentWith(STEVENSON, {}),
  });
  for (const [objects, reply] of exchanges) {
    const result = step?.(readTlvs(hex(objects)));
    expect(bytesToHex(result && 'reply' in result ? result.reply : new Uint8Array())).toBe(bytesToHex(hex(reply)));
    step = result && 'next' in result ? result.next : undefined;
  }
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let [square, rest] = [base, exponent]; rest > 0n; rest >>= 1n, square = (square * square) % modulus)
    if (rest & 1n) result = (result * square) % modulus;
  return result;
}
