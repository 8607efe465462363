/**
 * Models in the ONNX format, written byte for byte: small enough to see what they compute, and read by the same code as large ones.
 * Field numbers are those of onnx.proto.
 */

const FLOAT = 1;
const OPSET = 13;

/** A Protocol Buffers field: a number, or bytes with their length. */
function field(number: number, value: number | string | Uint8Array): Buffer {
  if (typeof value === 'number') return Buffer.concat([varint(number << 3), varint(value)]);
  const bytes = Buffer.from(value as Uint8Array);
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

const message = (...fields: Buffer[]) => Buffer.concat(fields);

const INTS = 7;
const attribute = (name: string, values: number[]) =>
  message(field(1, name), ...values.map((value) => field(8, value)), field(20, INTS));
const INT = 2;
const integer = (name: string, value: number) => message(field(1, name), field(3, value), field(20, INT));

const tensor = (name: string, shape: number[]) =>
  message(
    field(1, name),
    field(
      2,
      message(
        field(
          1,
          message(field(1, FLOAT), field(2, message(...shape.map((size) => field(1, message(field(1, size))))))),
        ),
      ),
    ),
  );

interface Node {
  type: string;
  from: string[];
  to: string;
  attributes?: Buffer[];
}

const node = ({ type, from, to, attributes = [] }: Node) =>
  message(
    ...from.map((name) => field(1, name)),
    field(2, to),
    field(4, type),
    ...attributes.map((one) => field(5, one)),
  );

interface Graph {
  input: number[];
  output: number[];
  nodes: Node[];
}

const model = ({ input, output, nodes }: Graph): Buffer =>
  message(
    field(1, 8),
    field(
      7,
      message(
        ...nodes.map((one) => field(1, node(one))),
        field(2, 'graph'),
        field(11, tensor('in', input)),
        field(12, tensor('out', output)),
      ),
    ),
    field(8, message(field(1, ''), field(2, OPSET))),
  );

const [WIDTH, HEIGHT] = [112, 112];

/** Represents a face by its pixels minus their mean, so that the cosine of two is the correlation of the pictures. */
export const faceModel = (): Buffer =>
  model({
    input: [1, 3, HEIGHT, WIDTH],
    output: [1, 3 * WIDTH * HEIGHT],
    nodes: [
      {
        type: 'ReduceMean',
        from: ['in'],
        to: 'mean',
        attributes: [attribute('axes', [1, 2, 3]), integer('keepdims', 1)],
      },
      { type: 'Sub', from: ['in', 'mean'], to: 'rest' },
      { type: 'Flatten', from: ['rest'], to: 'out', attributes: [integer('axis', 1)] },
    ],
  });

/** Accepts no picture, because its input is a single number. */
export const numberModel = (): Buffer =>
  model({ input: [1, 1], output: [1, 1], nodes: [{ type: 'Identity', from: ['in'], to: 'out' }] });
