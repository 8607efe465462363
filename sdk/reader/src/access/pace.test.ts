import { bytesToHex, hexToBytes, numberToBytesBE } from '@noble/curves/utils.js';
import { describe, expect, test } from 'vitest';
import { exchangeOver } from '../apdu/exchange-apdus.ts';
import type { Group } from '../curves/group.ts';
import type { Random } from '../random.ts';
import { Channel } from '../secure-messaging/channel.ts';
import { tlv } from '../tlv/tlv.ts';
import { pseudorandom } from './map-nonce.ts';
import { decryptedMapping, fitsCardSecurity } from './mapping-evidence.ts';
import { establishPace } from './pace.ts';
import { type PaceOffer, readPaceOffers } from './pace-offers.ts';
import { type Password, passwordOf } from './password.ts';

const hex = (bytes: Uint8Array) => bytesToHex(bytes).toUpperCase();

/** EF.CardAccess with one PACEInfo. */
const cardAccess = (oid: string, parameter_id: string) => hexToBytes(`31143012060A${oid}0201020201${parameter_id}`);

const onlyOffer = (oid: string, parameter_id: string): PaceOffer => readPaceOffers(cardAccess(oid, parameter_id))[0]!;

/** Random bytes that produce these private keys and these nonces. */
function drawing(group: Group, ...values: ({ key: string } | { nonce: string })[]): Random {
  return (length) => {
    const next = values.shift();
    if (!next) throw new Error('No more random bytes are expected.');
    if ('nonce' in next) return hexToBytes(next.nonce);
    // The DH keys of the examples exceed the order of their group, so they are reduced. `randomScalar` adds the 1.
    return numberToBytesBE((BigInt(`0x${next.key}`) % group.order) - 1n, length);
  };
}

/** Runs PACE against a chip that replays one recorded exchange. */
async function converse(
  offer: PaceOffer,
  password: Password,
  random: Random,
  conversation: (readonly [command: string, response: string])[],
) {
  const expected = [...conversation];
  const channel = new Channel(
    exchangeOver(async (command) => {
      const [known, answer] = expected.shift() ?? ['nothing', '6F00'];
      expect(hex(command)).toBe(known);
      return hexToBytes(answer);
    }),
  );
  const established = await establishPace(channel, offer, { password, random });
  expect(expected).toEqual([]);
  return established;
}

const eriksson = passwordOf({ document_number: 'T22000129', date_of_birth: '640812', date_of_expiry: '101031' });

/** Appendix H prints only keys. Its password is the card access number 123456. */
const card = passwordOf({ can: '123456' });

describe('the worked examples of Doc 9303-11', () => {
  test('G.1: Generic Mapping on a curve', async () => {
    const offer = onlyOffer('04007F00070202040202', '0D');
    const random = drawing(
      offer.group,
      { key: '7F4EF07B9EA82FD78AD689B38D0BC78CF21F249D953BC46F4C6E19259C010F99' },
      { key: 'A73FB703AC1436A18E0CFA5ABB3F7BEC7A070E7A6788486BEE230C4A22762595' },
    );
    const { messaging } = await converse(offer, eriksson, random, [
      ['0022C1A40F800A04007F00070202040202830101', '9000'],
      ['10860000027C0000', '7C12801095A3A016522EE98D01E76CB6B98B42C39000'],
      [
        '10860000457C438141047ACF3EFC982EC45565A4B155129EFBC74650DCBFA6362D896FC70262E0C2CC5E544552DCB6725218799115B55C9BAA6D9F6BC3A9618E70C25AF71777A9C4922D00',
        '7C43824104824FBA91C9CBE26BEF53A0EBE7342A3BF178CEA9F45DE0B70AA601651FBA3F5730D8C879AAA9C9F73991E61B58F4D52EB87A0A0C709A49DC63719363CCD13C549000',
      ],
      [
        '10860000457C438341042DB7A64C0355044EC9DF190514C625CBA2CEA48754887122F3A5EF0D5EDD301C3556F3B3B186DF10B857B58F6A7EB80F20BA5DC7BE1D43D9BF850149FBB3646200',
        '7C438441049E880F842905B8B3181F7AF7CAA9F0EFB743847F44A306D2D28C1D9EC65DF6DB7764B22277A2EDDC3C265A9F018F9CB852E111B768B326904B59A0193776F0949000',
      ],
      ['008600000C7C0A8508C2B0BD78D94BA86600', '7C0A86083ABB9674BCE93C089000'],
    ]);
    expect(hex(messaging.keys.enc)).toBe('F5F0E35C0D7161EE6724EE513A0D9A7F');
    expect(hex(messaging.keys.mac)).toBe('FE251C7858B356B24514B3BD5F4297D1');
    expect(messaging.counter).toBe(0n);
  });

  test('G.2: Generic Mapping modulo a prime', async () => {
    const offer = onlyOffer('04007F00070202040102', '00');
    const random = drawing(
      offer.group,
      { key: '5265030F751F4AD18B08AC565FC7AC952E41618D' },
      { key: '89CCD99B0E8D3B1F11E1296DCA68EC53411CF2CA' },
    );
    const { messaging } = await converse(offer, eriksson, random, [
      ['0022C1A40F800A04007F00070202040102830101', '9000'],
      ['10860000027C0000', '7C128010854D8DF5827FA6852D1A4FA701CDDDCA9000'],
      [
        '10860000867C818381818023FB3749EA030D2A25B278D2A562047ADE3F01B74F17A15402CB7352CA7D2B3EB71C343DB13D1DEBCE9A3666DBCFC920B49174A602CB47965CAA73DC702489A44D41DB914DE9613DC5E98C94160551C0DF86274B9359BC0490D01B03AD54022DCB4F57FAD6322497D7A1E28D46710F461AFE710FBBBC5F8BA166F4311975EC6C00',
        '7C818382818078879F57225AA8080D52ED0FC890A4B25336F699AA89A2D3A189654AF70729E623EA5738B26381E4DA19E004706FACE7B235C2DBF2F38748312F3C98C2DD4882A41947B324AA1259AC22579DB93F7085655AF30889DBB845D9E6783FE42C9F2449400306254C8AE8EE9DD812A804C0B66E8CAFC14F84D8258950A91B44126EE69000',
      ],
      [
        '10860000867C8183838180907D89E2D425A178AA81AF4A7774EC8E388C115CAE67031E85EECE520BD911551B9AE4D04369F29A02626C86FBC6747CC7BC352645B6161A2A42D44EDA80A08FA8D61B76D3A154AD8A5A51786B0BC07147057871A922212C5F67F43173172236B7747D1671E6D692A3C7D40A0C3C5CE397545D015C175EB5130551EDBC2EE5D400',
        '7C8183848180075693D9AE941877573E634B6E644F8E60AF17A0076B8B123D9201074D36152BD8B3A213F53820C42ADC79AB5D0AEEC3AEFB91394DA476BD97B9B14D0A65C1FC71A0E019CB08AF55E1F729005FBA7E3FA5DC41899238A250767A6D46DB974064386CD456743585F8E5D90CC8B4004B1F6D866C79CE0584E49687FF61BC29AEA19000',
      ],
      ['008600000C7C0A8508B46DD9BD4D98381F00', '7C0A8608917F37B5C0E6D8D19000'],
    ]);
    expect(hex(messaging.keys.enc)).toBe('2F7F46ADCC9E7E521B45D192FAFA9126');
    expect(hex(messaging.keys.mac)).toBe('805A1D27D45A5116F73C54469462B7D8');
  });

  test('H.1: Integrated Mapping on a curve', async () => {
    const [nonce, ours] = ['2923BE84E16CD6AE529049F1F1BBE9EB', '5DD4CBFC96F5453B130D890A1CDBAE32'];
    const offer = onlyOffer('04007F00070202040402', '0D');
    expect(numberToHex(pseudorandom(offer.group.p, 'AES-128', hexToBytes(nonce), hexToBytes(ours)))).toBe(
      'A2F8FF2DF50E52C6599F386ADCB595D229F6A167ADE2BE5F2C3296ADD5B7430E',
    );
    const random = drawing(
      offer.group,
      { nonce: ours },
      { key: 'A73FB703AC1436A18E0CFA5ABB3F7BEC7A070E7A6788486BEE230C4A22762595' },
    );
    const { messaging } = await converse(offer, card, random, [
      ['0022C1A40F800A04007F00070202040402830102', '9000'],
      ['10860000027C0000', '7C128010143DC40C08C8E891FBED7DEDB92B64AD9000'],
      [`10860000147C128110${ours}00`, '9000'],
      [
        '10860000457C4383410489CBA23FFE96AA18D824627C3E934E54A9FD0B87A95D1471DC1C0ABFDCD640D46755DE9B7B778280B6BEBD57439ADFEB0E21FD4ED6DF42578C13418A59B34C3700',
        '7C4384410467F78E5F7F7686082B293E8D087E056916D0F74BC01A5F8957D0DE45691E51E8932B69A962B52A0985AD2C0A271EE6A13A8ADDDCD1A3A994B9DED257F4D227539000',
      ],
      ['008600000C7C0A8508450F02B86F6A090900', '7C0A860875D4D96E8D5B03089000'],
    ]);
    expect(hex(messaging.keys.enc)).toBe('0D3FEB33251A6370893D62AE8DAAF51B');
    expect(hex(messaging.keys.mac)).toBe('B01E89E3D9E8719E586B50B4A7506E0B');
  });

  test('H.2: Integrated Mapping modulo a prime', async () => {
    const ours = 'B3A6DB3C870C3E99245E0D1C06B747DE';
    const offer = onlyOffer('04007F00070202040302', '00');
    const random = drawing(
      offer.group,
      { nonce: ours },
      {
        key: '4BD0E54740F9A028E6A515BFDAF967848C4F5F5FFF65AA0915947FFD1A0DF2FA6981271BC905F3551457B7E03AC3B8066DE4AA406C1171FB43DD939C4BA16175103BA3DEE16419AA248118F90CC36A3D6F4C373652E0C3CCE7F0F1D0C5425B3600F0F0D6A67F004C8BBA33F2B4733C7252445C1DFC4F1107203F71D2EFB28161',
      },
    );
    const { messaging } = await converse(offer, card, random, [
      ['0022C1A40F800A04007F00070202040302830102', '9000'],
      ['10860000027C0000', '7C1280109ABB8864CA0FF1551E620D1EF4E135109000'],
      [`10860000147C128110${ours}00`, '9000'],
      [
        '10860000867C81838381800F0CC62945A8029251FB7EF3C094E12EC68E4EF07F27CB9D9CD04C5C4250FAE0E4F8A951557E929AEB48E5C6DD47F2F5CD7C351A9BD2CD722C07EDE166770F08FFCB370262CF308DD7B07F2E0DA9CAAA1492344C852906919538C98A4BA4187E76CE9D87832386D319CE2E043C3343AEAE6EDBA1A9894DC5094D22F7FE1351D500',
        '7C8183848180928D9A0F9DBA450F13FC859C6F290D1D36E42431138A4378500BEB4E0401854CFF111F71CB6DC1D0335807A11388CC8EAA87B07907AAD9FBA6B169AF6D8C26AF8DDDC39ADC3AD2E3FF882B84D23E9768E95A80E4746FB07A9767679FE92133B4D379935C771BD7FBED6C7BB4B1708B275EA75679524CDC9C6A91370CC662A2F39000',
      ],
      ['008600000C7C0A850855D61977CBF5307E00', '7C0A8608C2F04230187E15259000'],
    ]);
    expect(hex(messaging.keys.enc)).toBe('01AFC10CF87BE36D8179E87370171F07');
    expect(hex(messaging.keys.mac)).toBe('23F0FBD05FD6C7B8B88F4C8309669061');
  });

  test('I.1: Chip Authentication Mapping, and what the chip discloses', async () => {
    const offer = onlyOffer('04007F00070202040602', '0D');
    const password = passwordOf({ document_number: 'C11T002JM', date_of_birth: '960812', date_of_expiry: '231031' });
    const random = drawing(
      offer.group,
      { key: '5D8BB87BD74D985A4B7D4325B9F7B976FE835122773400798914AA22738135CC' },
      { key: '76ECFDAA9841C323A3F5FC5E88B88DB3EFF7E35EBF57A7E6946CB630006C2120' },
    );
    const { messaging, mapping } = await converse(offer, password, random, [
      ['0022C1A40F800A04007F00070202040602830101', '9000'],
      ['10860000027C0000', '7C128010CB60E8E0D85B76A9BD304747C2AD42E29000'],
      [
        '10860000457C438141047F1D410ADB7DDB3B84BF1030800981A9105D7457B4A3ADE002384F3086C67EDE1AB889104A27DB6D842B019020FBF3CEACB0DC627F7BDCAC29969E19D0E553C100',
        '7C43824104A234236AA9B9621E8EFB73B5245C0E09D2576E5277183C1208BDD55280CAE8B304F365713A356E65A451E165ECC9AC0AC46E3771342C8FE5AEDD092685338E239000',
      ],
      [
        '10860000457C43834104446C934084D9DAB863944F219520076C29EE3F7AE6722B11FF319EC1C7728F955483400BFF60BF0C5929270009277DC2A515E12575010AD9BA916CF1BF86FEFC00',
        '7C4384410402AD566F3C6EC7F9324509AD50A51FA52030782A4968FCFEDF737DAEA993333111C3B9B4C2287789BD137E7F8AA882E2A3C633CCD6ECC2C63C57AD401A09C2E19000',
      ],
      [
        '008600000C7C0A8508E86BD06018A1CD3B00',
        '7C3C86088596CF055C67C1A38A301EEA964DAAE372AC990E3EFDE6333353BFC89A6704D93DA8798CF77F5B7A54BD10CBA372B42BE0B9B5F28AA8DE2F4F929000',
      ],
    ]);
    expect(hex(messaging.keys.enc)).toBe('0A9DA4DB03BDDE39FC5202BC44B2E89E');
    expect(hex(messaging.keys.mac)).toBe('4B1C06491ED5140CA2B537D344C6C0B1');
    expect(hex(decryptedMapping(messaging.keys, mapping!.encrypted_data)!)).toBe(
      '85DC3FA93D0952BFA82F5FD189EE75BD82F11D1F0B8ED4BF5319AC9B53C426B3',
    );

    const key_info =
      '3062060904007F0007020201023052300C060704007F0007010202010D034200041872709494399E7470A6431BE25E83EEE24FEA568C2ED28DB48E05DB3A610DC884D256A40E35EFCB59BF6753D3A489D28C7A4D973C2DA138A6E7A4A08F68E16F02010D';
    const fits = (info: string) =>
      fitsCardSecurity(offer.group, messaging.keys, mapping!, cardSecurity(tlv(0x31, hexToBytes(info))));
    expect(fits(key_info)).toBe(true);
    const generator = hex(offer.group.generator);
    expect(fits(key_info.replace(/041872[0-9A-F]{124}/, generator))).toBe(false);
  });
});

const numberToHex = (number: bigint) => number.toString(16).toUpperCase();

/** A SignedData around these security infos, without signers. */
function cardSecurity(content: Uint8Array): Uint8Array {
  const oid = (text: string) => tlv(0x06, hexToBytes(text));
  const encapsulated = tlv(0x30, oid('04007F0007030201'), tlv(0xa0, tlv(0x04, content)));
  const signed = tlv(0x30, tlv(0x02, Uint8Array.of(3)), tlv(0x31), encapsulated, tlv(0x31));
  return tlv(0x30, oid('2A864886F70D010702'), tlv(0xa0, signed));
}
