import { SceneOfLink } from './drawings/SceneOfLink';
import { useFocusOnArrival } from './use-focus-on-arrival';

/** Shown for a link without a session: what is wrong and what helps. There is nothing useful to press. */
export function Notice({ title, text }: { title: string; text: string }) {
  const heading = useFocusOnArrival();
  return (
    <div className="mx-auto max-w-form space-y-5 text-center">
      <SceneOfLink />
      <h1 ref={heading} tabIndex={-1} className="display text-3xl outline-none">
        {title}
      </h1>
      <p className="text-muted">{text}</p>
    </div>
  );
}
