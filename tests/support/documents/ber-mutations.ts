/** Changes encoded files as an attacker who knows their structure would, so that what surrounds a change stays well-formed. */

/** A number from 0 up to, but excluding, `below`. */
export type Random = (below: number) => number;

export interface Node {
  tag: Uint8Array;
  /** The unused-bits octet of a BIT STRING that contains another encoding. */
  prefix: Uint8Array;
  content: Uint8Array | Node[];
}

/** Mulberry32: the same `start` always gives the same numbers. */
export function randomNumbers(start: number): Random {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return below < 1 ? 0 : ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const NOTHING = new Uint8Array();

/**
 * The nodes that the bytes consist of, including those inside octet and bit strings; undefined if the bytes are not BER, or have an
 * indefinite length.
 */
export function parse(bytes: Uint8Array): Node[] | undefined {
  const nodes: Node[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const start = offset++;
    if ((bytes[start]! & 0x1f) === 0x1f) while ((bytes[offset++] ?? 0) & 0x80);
    const tag = bytes.subarray(start, offset);
    const first = bytes[offset++];
    if (first === undefined || first === 0x80) return undefined;
    let length = first;
    if (first > 0x80) {
      length = 0;
      for (let count = first & 0x7f; count > 0; count--) length = length * 256 + (bytes[offset++] ?? 0);
    }
    if (offset + length > bytes.length) return undefined;
    nodes.push(nodeOf(tag, bytes.subarray(offset, offset + length)));
    offset += length;
  }
  return nodes;
}

function nodeOf(tag: Uint8Array, content: Uint8Array): Node {
  if (tag[0]! & 0x20) return { tag, prefix: NOTHING, content: parse(content) ?? content };
  const prefix = content.subarray(0, tag[0] === 0x03 && content[0] === 0 ? 1 : 0);
  const holdsOthers = (tag[0] === 0x03 && prefix.length === 1) || tag[0] === 0x04;
  const inner = holdsOthers && content[prefix.length] === 0x30 ? parse(content.subarray(prefix.length)) : undefined;
  return inner ? { tag, prefix, content: inner } : { tag, prefix: NOTHING, content };
}

export function encode(nodes: readonly Node[], random?: Random): Buffer {
  return Buffer.concat(
    nodes.flatMap(({ tag, prefix, content }) => {
      const inner = content instanceof Uint8Array ? content : encode(content, random);
      const length = prefix.length + inner.length;
      // Sometimes in more bytes than needed, which BER allows.
      return [tag, random && random(400) === 0 ? longer(length) : shortest(length), prefix, inner];
    }),
  );
}

function shortest(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  if (length < 0x100) return Buffer.of(0x81, length);
  return length < 0x1_0000 ? Buffer.of(0x82, length >>> 8, length & 0xff) : longer(length);
}

const longer = (length: number) =>
  Buffer.of(0x84, length >>> 24, (length >>> 16) & 0xff, (length >>> 8) & 0xff, length & 0xff);

interface Place {
  siblings: Node[];
  index: number;
  node: Node;
}

function placesIn(nodes: Node[]): Place[] {
  return nodes.flatMap((node, index) => [
    { siblings: nodes, index, node },
    ...(node.content instanceof Uint8Array ? [] : placesIn(node.content)),
  ]);
}

const TAGS = [0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0c, 0x13, 0x17, 0x18, 0x24, 0x30, 0x31, 0x80, 0xa0, 0xa1, 0xa3];
const INTEGERS = ['', '00', '01', '03', '7f', '80', 'ff', '7fffffff', '80000000', 'ff'.repeat(20), '00'.repeat(1200)];
/** OIDs of digests, signatures, keys, curves, types and extensions, and some unknown ones. */
const OIDS = [
  ...['2b0e03021a', '608648016503040201', '608648016503040203', '2a864886f70d010105', '2a864886f70d01010a'],
  ...['2a864886f70d01010b', '2a8648ce3d040302', '2a8648ce3d0401', '04007f00070101040103', '2a864886f70d010101'],
  ...['2a8648ce3d0201', '2a8648ce3d030107', '2b8104000a', '2b2403030208010107', '67810801010a', '678108010101'],
  ...['678108010102', '2a864886f70d010701', '551d0f', '551d13', '551d25', '551d23', '67810801010602', '2a03', 'ff7f'],
];
const TEXTS = [
  '',
  'D',
  'XX',
  'DE',
  'UT',
  '\u0000',
  '\u202e\u2066abc',
  'x'.repeat(2000),
  '😀'.repeat(400),
  '\ud800',
  '<script>',
];
const TIMES = [
  '',
  '000101000000Z',
  '991231235959Z',
  '20500101000000Z',
  '00000101000000Z',
  '99991231235959+2359',
  'soon',
];

const bytesOf = (hex: string) => Buffer.from(hex, 'hex');
const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)]!;
const noise = (random: Random, most: number) => Buffer.from(Array.from({ length: random(most) }, () => random(256)));

function fitting({ tag }: Node, random: Random): Uint8Array {
  const [first = 0] = tag;
  if (first === 0x02) return bytesOf(pick(random, INTEGERS));
  if (first === 0x06) return bytesOf(pick(random, OIDS));
  if (first === 0x17 || first === 0x18) return Buffer.from(pick(random, TIMES));
  return Buffer.from(pick(random, TEXTS));
}

const contentOf = ({ content }: Node) => (content instanceof Uint8Array ? content : encode(content));

function flipped(bytes: Uint8Array, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  if (copy.length > 0) copy[random(copy.length)]! ^= 1 << random(8);
  return copy;
}

type Mutation = (place: Place, random: Random, donor: readonly Node[]) => void;

/** Copy a node, never share it: a node inside itself would loop. */
const copyOf = (node: Node): Node => ({
  ...node,
  content: node.content instanceof Uint8Array ? node.content : node.content.map(copyOf),
});

const put = ({ siblings, index }: Place, ...nodes: Node[]) => void siblings.splice(index, 1, ...nodes);

function setContent(node: Node, content: Uint8Array): void {
  node.content = content;
}

function setTag(node: Node, tag: Uint8Array): void {
  node.tag = tag;
}

const MUTATIONS: Mutation[] = [
  ({ node }, random) => setContent(node, flipped(contentOf(node), random)),
  ({ node }, random) => setContent(node, flipped(contentOf(node), random)),
  ({ node }, random) => setContent(node, fitting(node, random)),
  ({ node }, random) => setContent(node, fitting(node, random)),
  ({ node }, random) => setContent(node, noise(random, 80)),
  ({ node }, random) => setContent(node, contentOf(node).subarray(0, random(contentOf(node).length))),
  ({ node }, random) => setContent(node, Buffer.concat([contentOf(node), noise(random, 9)])),
  ({ node }, random) => setTag(node, Buffer.of(pick(random, TAGS))),
  ({ node }, random) => setTag(node, flipped(node.tag, random)),
  (place) => put(place),
  (place) => put(place, place.node, copyOf(place.node)),
  (place, random) => put(place, place.node, copyOf(pick(random, place.siblings))),
  ({ siblings }) => void siblings.reverse(),
  (place, random, donor) => put(place, copyOf(pick(random, placesIn([...donor])).node)),
  (place, random, donor) => put(place, place.node, copyOf(pick(random, placesIn([...donor])).node)),
  (place) => put(place, { tag: Buffer.of(0x30), prefix: NOTHING, content: [place.node] }),
  (place) => put(place, ...(place.node.content instanceof Uint8Array ? [] : place.node.content)),
];

/** The bytes with one or two changes that respect their structure, or with one that ignores it. Some changes insert nodes of the donor. */
export function mutated(bytes: Uint8Array, random: Random, donor: Uint8Array): Buffer {
  const tree = random(12) === 0 ? undefined : parse(bytes);
  if (!tree) {
    if (random(3) === 0) return Buffer.from(bytes.subarray(0, random(bytes.length)));
    return random(2) === 0 ? Buffer.concat([bytes, noise(random, 20)]) : flipped(bytes, random);
  }
  const donors = parse(donor) ?? [];
  for (let count = 1 + Math.floor(random(6) / 3); count > 0; count--) {
    const places = placesIn(tree);
    if (places.length === 0) break;
    pick(random, MUTATIONS)(pick(random, places), random, donors);
  }
  return encode(tree, random);
}
