import type { AccessKey, Face, ReaderCall, ReaderCalls, ReaderHeaders, SessionEnd } from '@sigill/reader';
import type { PlayedStep, Specimen as SpecimenBundle, Spoken } from '@sigill/reader/specimen';
import type { FaultName } from '@sigill/reader/virtual-chip';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sigill } from '../../api/client';
import { fetchFile } from '../../api/service-files';

/** Slows reading down to the pace of a real chip, so that a person can follow. */
const LATENCY_MS = 10;

export function useReading(token: string, onEnd?: (end: SessionEnd) => void) {
  const queryClient = useQueryClient();
  const [steps, setSteps] = useState<PlayedStep[]>([]);
  const [said, setSaid] = useState<Spoken[]>([]);
  const { face, takeFace } = useFace();
  const reading = useMutation({
    async mutationFn({ name, fault, key }: { name: string; fault: FaultName | undefined; key?: AccessKey }) {
      setSteps([]);
      setSaid([]);
      const [{ playSpecimen, spoken }, specimen] = await Promise.all([
        import('@sigill/reader/specimen'),
        queryClient.fetchQuery(bundleOptions(name)),
      ]);
      return playSpecimen({
        call,
        specimen,
        fault,
        token,
        ...(key && { key }),
        platform: 'WEB',
        app_version: '1.0.0',
        latency_ms: LATENCY_MS,
        face: takeFace,
        onExchange: (exchange) => setSaid((said) => [...said, spoken(exchange)]),
        onStep: (step) => setSteps((steps) => [...steps.filter(({ step }) => step !== 'READING'), step]),
      });
    },
    onSuccess: onEnd,
  });
  return { ...reading, steps, said, face };
}

/** Asks the person for their face while the reading waits. */
export type FaceRequest = { onTaken: (face: Face) => void; onOwn: () => void };

function useFace() {
  const [face, ask] = useState<FaceRequest>();
  const takeFace = (own: Face | undefined) =>
    new Promise<Face>((resolve, reject) => {
      const done = (taken: Face | undefined) => {
        ask(undefined);
        if (taken) resolve(taken);
        else reject(new Error('This specimen has no picture of its holder'));
      };
      ask({ onTaken: done, onOwn: () => done(own) });
    });
  return { face, takeFace };
}

type Calls = {
  [Name in keyof ReaderCalls]: (params: ReaderCalls[Name]['params']) => Promise<ReaderCalls[Name]['answer']>;
};

/** The client must not retry, because the reader does, with its own idempotency key. */
const callsWith = (given: ReaderHeaders = {}): Calls => {
  const options = { headers: { ...given }, maxRetries: 0 };
  return {
    'reader.open': (params) => sigill.reader.open(params, options),
    'reader.start': (params) => sigill.reader.start(params, options),
    'reader.challenge': (params) => sigill.reader.challenge(params, options),
    'reader.chip_authentication': (params) => sigill.reader.chipAuthentication(params, options),
    'reader.submit': (params) => sigill.reader.submit(params, options as { headers: Required<ReaderHeaders> }),
    'reader.fail': (params) => sigill.reader.fail(params, options),
    'reader.abort': (params) => sigill.reader.abort(params, options),
  };
};

const call: ReaderCall = (name, params, headers) => callsWith(headers)[name](params);

export type Specimen = {
  name: string;
  title: string;
  description: string;
  document_number: string;
  outcome: { state: Outcome; code?: string };
};
export type Outcome = 'APPROVED' | 'REJECTED' | 'FAILED' | 'ABORTED';

/** The service's specimen documents. They are public files outside the API, so the SDK has no calls for them. */
export const specimenListOptions = () =>
  queryOptions({
    queryKey: ['specimens'],
    queryFn: async ({ signal }) => (await get<{ specimens: Specimen[] }>('/specimens.json', signal)).specimens,
    staleTime: Number.POSITIVE_INFINITY,
  });

const bundleOptions = (name: string) =>
  queryOptions({
    queryKey: ['specimens', name],
    queryFn: ({ signal }) => get<SpecimenBundle>(`/specimens/${encodeURIComponent(name)}.json`, signal),
  });

async function get<T>(path: `/${string}`, signal: AbortSignal): Promise<T> {
  const response = await fetchFile(path, { signal });
  return response.json();
}
