import {
  type ReaderCall,
  type ReaderCalls,
  type ReaderEnd,
  type ReaderHeaders,
  type ReaderStep,
  runReader,
} from '@sigill/sdk/reader';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sigill } from '../../api/client';
import { specimenBundleOptions } from './specimens';

/** Reads a specimen into the session of a token, in the same steps as a phone. */
export function useReading(token: string, onEnd?: (end: ReaderEnd) => void) {
  const queryClient = useQueryClient();
  const [steps, setSteps] = useState<ReaderStep[]>([]);
  const reading = useMutation({
    async mutationFn(name: string) {
      setSteps([]);
      const bundle = await queryClient.fetchQuery(specimenBundleOptions(name));
      return runReader({
        call,
        bundle,
        token,
        platform: 'WEB',
        app_version: '1.0.0',
        onStep: (step) => setSteps((steps) => [...steps, step]),
      });
    },
    onSuccess: onEnd,
  });
  return { ...reading, steps };
}

type Calls = {
  [Name in keyof ReaderCalls]: (params: ReaderCalls[Name]['params']) => Promise<ReaderCalls[Name]['answer']>;
};

const callsWith = (headers: ReaderHeaders | undefined): Calls => ({
  'reader.open': (params) => sigill.reader.open(params),
  'reader.start': (params) => sigill.reader.start(params),
  'reader.challenge': (params) => sigill.reader.challenge(params),
  'reader.chip_authentication': (params) => sigill.reader.chipAuthentication(params),
  'reader.submit': (params) => sigill.reader.submit(params, { headers: headers! }),
  'reader.fail': (params) => sigill.reader.fail(params),
  'reader.abort': (params) => sigill.reader.abort(params),
});

const call: ReaderCall = (name, params, headers) => callsWith(headers)[name](params);
