/** W3C Trace Context and OpenTelemetry: a trace goes from a call to its callbacks, with or without a collector. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attributesOf, type CollectedSpan, createOtlpCollector } from '../support/outside/otlp-collector.ts';
import { createReceiver } from '../support/server/receiver.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-0[01]$/;
const newTrace = (flags = '01') => {
  const [trace, span] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { trace, span, header: `00-${trace}-${span}-${flags}` };
};

/** A valid header, and headers that the service must ignore (W3C Trace Context). */
const { trace: SOME_TRACE, span: SOME_SPAN, header: SOME } = newTrace();
const INVALID = {
  'whose trace id is zero': `00-${'0'.repeat(32)}-${SOME_SPAN}-01`,
  'whose parent id is zero': `00-${SOME_TRACE}-${'0'.repeat(16)}-01`,
  'of the version that does not exist': `ff-${SOME_TRACE}-${SOME_SPAN}-01`,
  'of version 00 with more fields': `00-${SOME_TRACE}-${SOME_SPAN}-01-more`,
  'in capitals': `00-${'A'.repeat(32)}-${SOME_SPAN}-01`,
  'that is there twice': `${SOME}, ${SOME}`,
  'without flags': `00-${SOME_TRACE}-${SOME_SPAN}`,
  'with a long trace id': `00-${'a'.repeat(8000)}`,
  'with a long field': `01-${SOME_TRACE}-${SOME_SPAN}-01-${'-'.repeat(7000)}`,
};

/**
 * Aborts a session with these headers.
 * @returns the `traceparent` of the callback and of the endpoint's event.
 */
async function callbacksOf(world: World, headers: Record<string, string>): Promise<(string | undefined)[]> {
  const { basic } = await world.server.account();
  await using hook = await createReceiver();
  await using endpoint = await createReceiver();
  await world.succeed(
    'callback_endpoint.create',
    { url: endpoint.url, event_types: ['session.state_changed'] },
    { basic },
  );
  const { id } = await world.succeed('session.create', { callback_url: hook.url }, { basic });
  await world.succeed('session.abort', { id }, { basic }, headers);
  const first = ({ received }: typeof hook) => eventually(async () => received[0], 'the event');
  const found = await Promise.all([first(hook), first(endpoint)]);
  return found.map(({ headers }) => headers['traceparent']?.toString());
}

describe('without a collector', () => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await createTestServer();
    world = createWorld(server, await server.account());
  });
  afterAll(() => server?.stop());

  test("a call's traceparent is passed on to the callbacks that the call causes", async () => {
    const { header } = newTrace();
    expect(await callbacksOf(world, { traceparent: header })).toEqual([header, header]);
  });

  test('a later version is passed on as version 00, with the flag that this version knows', async () => {
    const later = `cc-${SOME_TRACE}-${SOME_SPAN}-ff-what-the-future-will-be-like`;
    expect(await callbacksOf(world, { traceparent: later })).toEqual([SOME, SOME]);
  });

  test('a call without one causes callbacks without one', async () => {
    expect(await callbacksOf(world, {})).toEqual([undefined, undefined]);
  });

  test.each(Object.entries(INVALID))('one %s is ignored', async (_, header) => {
    const before = await world.server.ctx.db.selectFrom('account_events').select('id').orderBy('id', 'desc').execute();
    await world.succeed('session.abort', { id: (await world.session()).id }, world.account, { traceparent: header });
    const rows = await world.server.ctx.db.selectFrom('account_events').selectAll().orderBy('id', 'desc').execute();
    expect(rows.length - before.length).toBe(1);
    expect(rows[0]?.traceparent).toBeNull();
  });
});

describe('with a collector', () => {
  const SERVER = 2;
  const CLIENT = 3;
  const INTERNAL = 1;
  const ERROR = 2;
  let collector: Awaited<ReturnType<typeof createOtlpCollector>>;
  let verified: string;
  const traced = newTrace();
  const failing = newTrace();
  const unsampled = newTrace('00');
  const sent = new Map<string | undefined, (string | undefined)[]>();
  const secrets: string[] = [];

  beforeAll(async () => {
    collector = await createOtlpCollector();
    const server = await createTestServer({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
    const world = createWorld(server, await server.account());
    for (const { trace, header } of [traced, unsampled])
      sent.set(trace, await callbacksOf(world, { traceparent: header }));
    sent.set(undefined, await callbacksOf(world, {}));
    const { body, headers, token, reader_key } = await world.submission();
    await world.succeed('reader.submit', body, {}, { ...headers, traceparent: newTrace().header });
    verified = 'reader.submit';
    await using refusing = await createReceiver(() => ({ status: 500 }));
    const { id } = await world.session({ callback_url: refusing.url });
    await world.succeed('session.abort', { id }, world.account, { traceparent: failing.header });
    // Waits, because an attempt that is interrupted by the end of the service is not recorded, but repeated later.
    const { db } = server.ctx;
    await eventually(async () => {
      const attempts = await db.selectFrom('callback_attempts').select('callback_id').execute();
      const waiting = await db
        .selectFrom('endpoint_deliveries')
        .select('event_id')
        .where('last_created', 'is', null)
        .execute();
      return attempts.length === 4 && waiting.length === 0;
    }, 'all attempts to be recorded');
    await fetch(`${server.base}/api/v1/canary.unknown`, { method: 'POST' });
    secrets.push(
      token,
      reader_key,
      world.account.basic.secret,
      world.account.email,
      refusing.url,
      '127.0.0.1',
      'canary',
    );
    // Stopping the service exports everything that is left.
    await server.stop();
  });
  afterAll(() => collector?.[Symbol.asyncDispose]());

  const isQuery = ({ attributes }: CollectedSpan) => attributes.some(({ key }) => key === 'db.system.name');
  /** Everything but queries. */
  const inTrace = (trace: string | undefined) =>
    collector.spans().filter((span) => span.traceId === trace && !isQuery(span));
  const named = (spans: CollectedSpan[], name: string) => {
    const found = spans.filter((span) => span.name === name);
    expect(found.map((span) => span.name)).toEqual([name]);
    return found[0]!;
  };

  test('one trace has the call of the caller, the span of the call, the attempts, and what the receivers got', () => {
    const spans = inTrace(traced.trace);
    const call = named(spans, 'session.abort');
    expect(call).toMatchObject({ kind: SERVER, parentSpanId: traced.span });
    expect(attributesOf(call)).toEqual({
      'http.request.method': 'POST',
      'http.route': 'session.abort',
      'http.response.status_code': 200,
    });
    const attempts = spans.filter(({ name }) => name === 'callback attempt');
    expect(attempts).toMatchObject([
      { kind: CLIENT, parentSpanId: call.spanId },
      { kind: CLIENT, parentSpanId: call.spanId },
    ]);
    const received = sent.get(traced.trace)!.map((header) => TRACEPARENT.exec(header ?? '')?.slice(1, 3));
    expect(received.toSorted()).toEqual(attempts.map(({ spanId }) => [traced.trace, spanId]).toSorted());
    expect(spans).toHaveLength(3);
  });

  test.runIf(process.env['TEST_DATABASE_URL'])(
    'the queries of a call are parts of it, and no other queries are',
    () => {
      const queries = collector.spans().filter(isQuery);
      const calls = collector.spans().filter(({ kind }) => kind === SERVER);
      expect(queries.filter(({ parentSpanId }) => !calls.some(({ spanId }) => spanId === parentSpanId))).toEqual([]);
      const call = named(inTrace(traced.trace), 'session.abort');
      const own = queries.filter(({ parentSpanId }) => parentSpanId === call.spanId);
      expect(own.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['begin', 'update sessions', 'insert callbacks', 'commit']),
      );
      // Workers insert the attempts after the call, outside of its trace.
      expect(own.map(({ name }) => name)).not.toContain('insert callback_attempts');
      for (const query of own) {
        expect(query.kind).toBe(CLIENT);
        expect(attributesOf(query)).toEqual({ 'db.system.name': 'postgresql', 'db.query.summary': query.name });
      }
    },
  );

  test('a verification is a part of the call that submitted the chip', () => {
    const call = named(collector.spans(), verified);
    const verification = named(inTrace(call.traceId), 'verify chip');
    expect(verification).toMatchObject({ kind: INTERNAL, parentSpanId: call.spanId });
    expect(attributesOf(verification)).toEqual({ 'sigill.verdict': 'APPROVED' });
  });

  test('an attempt that fails says so', () => {
    const attempt = named(inTrace(failing.trace), 'callback attempt');
    expect(attempt.status.code).toBe(ERROR);
    expect(attributesOf(attempt)).toEqual({
      'sigill.event_id': expect.stringMatching(/^msg_/),
      'http.response.status_code': 500,
      'error.type': '500',
    });
  });

  test('a caller who does not sample is respected, and the trace continues', () => {
    expect(inTrace(unsampled.trace)).toEqual([]);
    const headers = sent.get(unsampled.trace)!;
    for (const header of headers) expect(header).toMatch(new RegExp(`^00-${unsampled.trace}-[0-9a-f]{16}-00$`));
    expect(headers).not.toContain(unsampled.header);
  });

  test('a call without a trace starts one', () => {
    for (const header of sent.get(undefined)!) {
      const [, trace, span] = TRACEPARENT.exec(header ?? '') ?? [];
      expect(inTrace(trace)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ name: 'session.abort' }),
          expect.objectContaining({ name: 'callback attempt', spanId: span }),
        ]),
      );
      expect(named(inTrace(trace), 'session.abort')).not.toHaveProperty('parentSpanId', expect.stringMatching(/./));
    }
  });

  test('metrics are sent too, under the names of OpenTelemetry', () => {
    expect(collector.metricNames()).toEqual(
      expect.arrayContaining(['http.server.request.duration', 'nodejs.eventloop.delay.p99', 'sigill.queue.depth']),
    );
  });

  test('nothing that was sent contains a token, a key, an address, or what a stranger requested', () => {
    const text = JSON.stringify(collector.received);
    expect(text.length).toBeGreaterThan(1000);
    for (const secret of secrets) expect(text).not.toContain(secret);
  });
});
