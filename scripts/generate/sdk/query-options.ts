/** sdk/client/src/generated/portal/react-query.gen.ts: options for TanStack Query, with the parameters and options of the methods. */
import { $ } from '@hey-api/openapi-ts';
import { type Call, type Module, modulePlugin, nameOf, summaryOf } from './plugin.ts';

export const queryOptions = (): object =>
  modulePlugin('react-query', './types.gen.ts', (module) => {
    for (const call of module.calls.filter(({ 'x-stream': streams }) => !streams))
      (call['x-query'] ? writeQuery : writeMutation)(module, call);
  });

const CLIENT = '../../client.ts';
const QUERY = '../../portal/query.ts';

const methodOf = (module: Module, { path: [resource, method] }: Call) =>
  $(module.value('portal', '../../portal/current.ts')).call().attr(resource).attr(method);

function writeQuery(module: Module, call: Call): void {
  const { type, operationId } = call;
  const name = nameOf(call);
  const { params, options } = module.takes(call, module.type('CallOptions', CLIENT));
  const taken = () => module.type(`${type}Params`);
  const key = module.name(`${name}QueryKey`);
  module.write(
    $.const(key)
      .export()
      .doc(`The key of \`${name}Options\`. Without parameters, it matches every key of this call.`)
      .assign(
        $.func()
          .param('params', (p) => p.optional().type(taken()))
          .returns(module.type('QueryKey', QUERY).generic(taken()))
          .do($(module.value('queryKey', QUERY)).call($.literal(operationId), 'params').return()),
      ),
  );
  const fetched = $.func()
    .param((p) => p.object('signal'))
    .do(
      methodOf(module, call)
        .call('params', $.object().spread('options').prop('signal', $('signal')))
        .return(),
    );
  module.write(
    $.const(module.name(`${name}Options`))
      .export()
      .doc(summaryOf(call))
      .assign(
        $.func()
          .params(params, options)
          .returns(
            module
              .type('Query', QUERY)
              .generic(module.type(`${type}Response`))
              .generic(taken()),
          )
          .do($(module.value('query', QUERY)).call($(key).call('params'), fetched).return()),
      ),
  );
}

function writeMutation(module: Module, call: Call): void {
  const { type, needsParams } = call;
  const { options } = module.takes(call, module.type('CallOptions', CLIENT));
  const params = module.type(`${type}Params`);
  const mutation = module
    .type('UseMutationOptions', '@tanstack/react-query')
    .generic(module.type(`${type}Response`))
    .generic(module.type('SigillError', '../../errors.ts'))
    .generic(needsParams ? params : $.type.or(params, 'void'));
  const sent = needsParams ? $('params') : $('params').or($('undefined'));
  const called = $.func().param('params').do(methodOf(module, call).call(sent, 'options').return());
  module.write(
    $.const(module.name(`${nameOf(call)}Mutation`))
      .export()
      .doc(summaryOf(call))
      .assign($.func().params(options).returns(mutation).do($.object().prop('mutationFn', called).return())),
  );
}
