/** Calls as functions that a bundler can include individually: those without sign-in, and those that stream. */
import { $ } from '@hey-api/openapi-ts';
import { type Call, type Module, modulePlugin, nameOf, wordsOf } from './plugin.ts';

/** sdk/client/src/generated/public/sdk.gen.ts */
export const publicCalls = (): object =>
  modulePlugin('public', '../portal/types.gen.ts', (module) => {
    const from = '../../public/public-call.ts';
    for (const call of module.calls.filter(({ security = module.contract.security }) => security.length === 0)) {
      const answer = module.type(`${call.type}Response`);
      const facts = [$.literal(call.operationId), $.literal(!call['x-query'])];
      const sent = $(module.value('call', from)).call(...facts, 'params', 'options');
      writeFunction(module, call, { options: module.type('PublicCallOptions', from), answer, sent });
    }
  });

/** sdk/client/src/generated/portal/streams.gen.ts */
export const streamedCalls = (): object =>
  modulePlugin('streams', './types.gen.ts', (module) => {
    const from = '../../portal/stream.ts';
    for (const call of module.calls.filter(({ 'x-stream': streams }) => streams)) {
      const answer = module.type('StreamedFile', from);
      const sent = $(module.value('streamed', from)).call($.literal(call.operationId), 'params', 'options');
      writeFunction(module, call, { options: module.type('CallOptions', '../../client.ts'), answer, sent });
    }
  });

type Type = ReturnType<Module['type']>;
type Expression = ReturnType<ReturnType<typeof $>['call']>;

function writeFunction(
  module: Module,
  call: Call,
  { options: type, answer, sent }: { options: Type; answer: Type; sent: Expression },
): void {
  const { params, options } = module.takes(call, type);
  module.write(
    $.const(module.name(nameOf(call)))
      .export()
      .doc(wordsOf(call))
      .assign($.func().params(params, options).returns($.type('Promise').generic(answer)).do(sent.return())),
  );
}
