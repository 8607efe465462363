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

type Calls = { [Name in keyof ReaderCalls]: (body: ReaderCalls[Name]['body']) => Promise<ReaderCalls[Name]['answer']> };

const callsWith = (headers: ReaderHeaders | undefined): Calls => ({
  'reader.open': (body) => sigill.reader.open({ body }),
  'reader.start': (body) => sigill.reader.start({ body }),
  'reader.challenge': (body) => sigill.reader.challenge({ body }),
  'reader.submit': (body) => sigill.reader.submit({ body, headers: { ...headers! } }),
  'reader.fail': (body) => sigill.reader.fail({ body }),
  'reader.abort': (body) => sigill.reader.abort({ body }),
});

const call: ReaderCall = (name, body, headers) => callsWith(headers)[name](body);
